module t(input clk, input a);
  reg b
  always @(posedge clk) b <= a;
  always @* assert (b);
endmodule
