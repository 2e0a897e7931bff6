module t(input clk, input a);
`include "nowhere.vh"
  always @(posedge clk) assert (a);
endmodule
