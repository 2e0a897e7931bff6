module box(input a, output b);
endmodule
module t(input a);
  wire b;
  box inside(.a(a), .b(b));
  always @* assert (a == b);
endmodule
