module t(input a);
  always @* assert (ä);
endmodule
