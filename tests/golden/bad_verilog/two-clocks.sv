module t(input clk, other, input a, b);
  assert property (@(posedge clk) a |=> @(posedge other) b);
endmodule
