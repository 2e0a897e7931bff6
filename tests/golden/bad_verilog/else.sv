module t(input clk, input a);
  always @(posedge clk) assert (a) else $error("not a");
endmodule
