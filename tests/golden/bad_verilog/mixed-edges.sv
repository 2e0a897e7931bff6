module t(input clk, input reset, input a);
  reg r;
  always @(posedge clk or posedge reset)
    if (a) r <= 1;
    else if (reset) r <= 0;
  always @* assert (r == a);
endmodule
