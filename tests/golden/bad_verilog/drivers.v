module t(input clk, input a);
  reg r;
  always @(posedge clk) r <= a;
  always @(posedge clk) if (a) r <= 0;
  always @* assert (r);
endmodule
