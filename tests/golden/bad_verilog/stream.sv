module t(input clk, input [3:0] d);
  wire [3:0] r = {<<{d}};
  always @(posedge clk) assert (r != 1);
endmodule
