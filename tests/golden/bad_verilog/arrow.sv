module t(input a, input b);
  always @* assert (a -> b);
endmodule
