module t(input clk, input a);
  wire y;
  nowhere u (.x(a), .y(y));
  always @(posedge clk) assert (y);
endmodule
