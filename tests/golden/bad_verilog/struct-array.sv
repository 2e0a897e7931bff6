module t(input a);
  typedef struct packed {logic [1:0] f; logic g;} pair;
  pair [1:0] r;
  always_comb begin
    r = 0;
    r[0].f[a] = 1;
  end
  always @* assert (r[1] == 0);
endmodule
