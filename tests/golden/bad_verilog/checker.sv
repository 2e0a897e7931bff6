checker watch(input clk, a);
  assert property (@(posedge clk) a);
endchecker
module t(input clk, input a);
  watch w(clk, a);
endmodule
