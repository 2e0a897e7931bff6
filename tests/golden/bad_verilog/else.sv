module t(input clk, input a, output reg failed);
  always @(posedge clk) assert (a) else failed <= 1;
endmodule
