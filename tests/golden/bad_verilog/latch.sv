module t(input a, input b);
  logic r;
  always_comb
    if (a) r = b;
  always @* assert (r == b);
endmodule
