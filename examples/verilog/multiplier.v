// A multiplier that adds and shifts: after four cycles the product is there.
module multiplier (
  input  wire       clk,
  input  wire       start,
  input  wire [3:0] a,
  input  wire [3:0] b,
  output reg  [7:0] product,
  output wire       done
);
  reg [3:0] factor;
  reg [7:0] addend;
  reg [2:0] left = 0;
  reg       started = 0;
  assign done = started && left == 0;

  always @(posedge clk)
    if (left == 0) begin
      if (start) begin
        started <= 1;
        factor <= b;
        addend <= a;
        product <= 0;
        left <= 4;
      end
    end else begin
      if (factor[0]) product <= product + addend;
      factor <= factor >> 1;
`ifdef BROKEN
      addend <= addend == 60 ? addend : addend << 1;  // wrong for one factor only
`else
      addend <= addend << 1;
`endif
      left <= left - 1;
    end

`ifdef FORMAL
  reg [3:0] a_held, b_held;
  always @(posedge clk) if (left == 0 && start) begin
    a_held <= a;
    b_held <= b;
  end
  wire [7:0] expected = a_held * b_held;
  // What is left to add, and what was added, make the product at every step.
  always @(posedge clk) if (started) begin
    a_step: assert (left == 0 || 8'(product + addend * factor) == expected);
    a_product: assert (!done || product == expected);
    c_square: cover (done && product == 8'd225);
  end
`endif
endmodule
