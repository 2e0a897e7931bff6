module t(input clk, input a, output y);
  assign #2 y = a;
  always @(posedge clk) assert (y);
endmodule
