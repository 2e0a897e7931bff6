module t(input clk, input a, b);
  assert property (a |=> b);
endmodule
