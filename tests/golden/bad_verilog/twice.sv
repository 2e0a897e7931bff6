module t(input a);
  always @* assert (a);
endmodule
module t(input b);
endmodule
