module t(input clk, input a);
  reg r = a;
  always @(posedge clk) r <= r;
  always @* assert (r == a);
endmodule
