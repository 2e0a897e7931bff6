module t(input clk, input a, b);
  property p;
    int n;
    @(posedge clk) (a, n = b) |=> n == b;
  endproperty
  assert property (p);
endmodule
