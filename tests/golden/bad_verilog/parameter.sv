module s #(parameter N = 1)(input a);
endmodule
module t(input a);
  s #(.M(2)) u(.a(a));
  always @* assert (a);
endmodule
