module t #(parameter N = 2) (input clk, input a, b);
  assert property (@(posedge clk) a |-> ##N b);
endmodule
module top(input clk, input a, b);
  t #(.N(3)) u(.clk(clk), .a(a), .b(b));
endmodule
