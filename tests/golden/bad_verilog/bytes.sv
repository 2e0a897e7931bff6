module t(input a);
  always @* assert (a ÿ);
endmodule
