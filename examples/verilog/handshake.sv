// A word crosses from one clock to another by a toggle and its answer: it does not change before the answer is back.
module handshake (
  input  logic       a_clk, b_clk,
  input  logic       send,
  input  logic [3:0] in,
  output logic [3:0] out
);
  logic request = 0, answer = 0;
  logic request_1 = 0, request_2 = 0, answer_1 = 0, answer_2 = 0;
  logic [3:0] held = 0;
`ifdef BROKEN
  wire idle = request == answer_2 || send;  // does not wait for the answer
`else
  wire idle = request == answer_2;
`endif

  always_ff @(posedge a_clk) begin
    {answer_2, answer_1} <= {answer_1, answer};
    if (send && idle) begin
      held <= in;
      request <= !request;
    end
  end

  initial out = 0;
  always_ff @(posedge b_clk) begin
    {request_2, request_1} <= {request_1, request};
    if (request_2 != answer) begin
      out <= held;
      answer <= request_2;
    end
  end

`ifdef FORMAL
  // What was sent last, when it was sent.
  logic [3:0] sent = 0;
  always_ff @(posedge a_clk) if (send && request == answer_2) sent <= in;
  always @* a_stable: assert (request == answer_2 || held == sent);
  always @(posedge b_clk) c_received: cover (out == 4'd9);
`endif
endmodule
