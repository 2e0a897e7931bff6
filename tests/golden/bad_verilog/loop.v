module t(input a);
  wire p, q;
  assign p = q & a;
  assign q = p | !a;
  always @* assert (p);
endmodule
