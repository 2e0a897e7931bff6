module t(input clk, input a, input b);
  property follows;
    @(posedge clk) a |=> b;
  endproperty
  assert property (follows);
endmodule
