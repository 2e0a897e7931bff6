module t(input a);
`ifdef LATER
`endif
`ifdef FORMAL
  always @* assert (a);
endmodule
