// A counter crosses from one clock to another in Gray code, so that the other side sees an old value but never a wrong
// one: each value that it sees differs from the one before by what was counted, bit by bit.
module gray_counter (
  input  logic       write_clk, read_clk,
  input  logic       advance,
  input  logic [2:0] late,  // which bits the other side sees as they were: nobody knows
  output logic [2:0] seen
);
  logic [2:0] binary = 0, gray = 0;
  wire  [2:0] next = binary + 1;
  always_ff @(posedge write_clk)
    if (advance) begin
      binary <= next;
`ifdef BROKEN
      gray <= next;  // several bits change at once
`else
      gray <= next ^ (next >> 1);
`endif
    end

  // Two registers, as at every crossing; the first may take either value of a bit that changes as it looks.
  logic [2:0] old = 0, first = 0, second = 0;
  always_ff @(posedge write_clk) old <= gray;
  wire [2:0] sampled = (late & old) | (~late & gray);
  always_ff @(posedge read_clk) begin
    first <= sampled;
    second <= first;
  end
  assign seen = second;

`ifdef FORMAL
  always @(posedge write_clk) a_one_bit: assert (((gray ^ old) & ((gray ^ old) - 1)) == 0);
  always @(posedge read_clk) a_either: assert (sampled == old || sampled == gray);
  always @(posedge read_clk) c_four: cover (second == 3'b110);
`endif
endmodule
