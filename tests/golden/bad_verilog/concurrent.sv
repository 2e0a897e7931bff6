module t(input clk, input req, ack);
  a_answer: assert property (@(posedge clk) req |-> s_eventually ack);
endmodule
