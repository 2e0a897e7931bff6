module t(input [5:0] a);
  typedef logic [1:0][2:0] pair;
  pair p;
  assign p = a;
  always @* assert (p[1] == a[5:3]);
endmodule
