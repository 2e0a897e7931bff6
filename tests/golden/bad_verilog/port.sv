module s(input a);
endmodule
module t(input a);
  s u(.nowhere(a));
  always @* assert (a);
endmodule
