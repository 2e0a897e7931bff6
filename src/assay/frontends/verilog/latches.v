// A latch that a branch sets to a constant is a latch with a reset for Yosys, whose async2sync forgets the constant at the
// next step.  It is one that takes its data or the constant.

(* techmap_celltype = "$adlatch" *)
module assay_adlatch (EN, ARST, D, Q);
  parameter WIDTH = 1;
  parameter EN_POLARITY = 1;
  parameter ARST_POLARITY = 1;
  parameter ARST_VALUE = 0;
  input EN, ARST;
  input [WIDTH-1:0] D;
  output [WIDTH-1:0] Q;

  localparam [WIDTH-1:0] CONSTANT = ARST_VALUE;
  wire open = EN == EN_POLARITY;
  wire constant = ARST == ARST_POLARITY;
  \$dlatch #(.WIDTH(WIDTH), .EN_POLARITY(1'b1))
    _TECHMAP_REPLACE_ (.EN(open || constant), .D(constant ? CONSTANT : D), .Q(Q));
endmodule
