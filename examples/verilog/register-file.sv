// Registers with one port to write and two to read: what is read is what was written last, in the same cycle too.
module register_file (
  input  logic       clk, write,
  input  logic [2:0] target, left, right,
  input  logic [7:0] value,
  output logic [7:0] left_value, right_value
);
  logic [7:0] registers [0:7];
  always_ff @(posedge clk) if (write) registers[target] <= value;

  assign left_value = write && left == target ? value : registers[left];
`ifdef BROKEN
  assign right_value = registers[right];  // an old value in the cycle of the write
`else
  assign right_value = write && right == target ? value : registers[right];
`endif

`ifdef FORMAL
  (* anyconst *) logic [2:0] watched;
  logic [7:0] expected;
  logic known = 0;
  always_ff @(posedge clk) if (write && target == watched) begin
    expected <= value;
    known <= 1;
  end
  wire hit = write && target == watched;
  always @(posedge clk) if (known || hit) begin
    a_left: assert (left != watched || left_value == (hit ? value : expected));
    a_right: assert (right != watched || right_value == (hit ? value : expected));
  end
`endif
endmodule
