module t(input clk, input a, input b);
  here: assert property (@(posedge clk) a |=> b);
endmodule
