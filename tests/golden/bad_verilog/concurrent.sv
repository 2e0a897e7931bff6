module t(input clk, input req, ack);
  m_answer: assume property (@(posedge clk) req |-> s_eventually ack);
endmodule
