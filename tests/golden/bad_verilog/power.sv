module t(input signed [3:0] a);
  always @* assert ((3 ** a) != 0);
endmodule
