module one(input clk, input a);
  always @(posedge clk) assert (a);
endmodule
module two(input clk, input a);
  always @(posedge clk) assert (a);
endmodule
