// A lock with the code 3-1-4: it opens for the code alone, and there is a way to open it: a lock that never opens would
// keep every assertion.
module lock (
  input  logic       clk, reset,
  input  logic       press,
  input  logic [2:0] digit,
  output logic       open
);
  typedef enum logic [1:0] {NONE, ONE, TWO, ALL} progress; progress state;
  assign open = state == ALL;
  always_ff @(posedge clk)
    if (reset) state <= NONE;
    else if (press)
      unique case (state)
        NONE: state <= digit == 3 ? ONE : NONE;
        ONE: state <= digit == 1 ? TWO : digit == 3 ? ONE : NONE;
`ifdef BROKEN
        TWO: state <= digit == 4'd12 ? ALL : digit == 3 ? ONE : NONE;  // no digit is 12
`else
        TWO: state <= digit == 4 ? ALL : digit == 3 ? ONE : NONE;
`endif
        ALL: state <= NONE;
      endcase

`ifdef FORMAL
  initial assume (reset);
  logic [8:0] last = 0;
  always_ff @(posedge clk)
    if (reset) last <= 0;
    else if (press) last <= {last[5:0], digit};
  always @(posedge clk) if (!reset) begin
    a_code: assert (!open || last == {3'd3, 3'd1, 3'd4});
    c_open: cover (open);
  end
`endif
endmodule
