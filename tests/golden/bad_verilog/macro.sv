module t(input a);
  always @* assert (a == `WIDTH);
endmodule
