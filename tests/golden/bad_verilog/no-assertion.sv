module t(input clk, input a, output reg y);
  always @(posedge clk) y <= a;
endmodule
