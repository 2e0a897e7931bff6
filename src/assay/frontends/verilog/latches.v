// Latches as what they are at each step: their data while they are open, and else what they were at the step before.
// Yosys's async2sync forgets a constant that a latch has taken; one that a branch sets to a constant has a reset for it.

(* techmap_celltype = "$dlatch" *)
module assay_dlatch (EN, D, Q);
  parameter WIDTH = 1;
  parameter EN_POLARITY = 1;
  parameter _TECHMAP_WIREINIT_Q_ = 1'bx;
  input EN;
  input [WIDTH-1:0] D;
  output [WIDTH-1:0] Q;

  wire _TECHMAP_REMOVEINIT_Q_ = 1'b1;
  (* init = _TECHMAP_WIREINIT_Q_ *)
  wire [WIDTH-1:0] before;
  \$ff #(.WIDTH(WIDTH)) _TECHMAP_REPLACE_ (.D(Q), .Q(before));
  assign Q = EN == EN_POLARITY ? D : before;
endmodule

(* techmap_celltype = "$adlatch" *)
module assay_adlatch (EN, ARST, D, Q);
  parameter WIDTH = 1;
  parameter EN_POLARITY = 1;
  parameter ARST_POLARITY = 1;
  parameter ARST_VALUE = 0;
  parameter _TECHMAP_WIREINIT_Q_ = 1'bx;
  input EN, ARST;
  input [WIDTH-1:0] D;
  output [WIDTH-1:0] Q;

  wire _TECHMAP_REMOVEINIT_Q_ = 1'b1;
  (* init = _TECHMAP_WIREINIT_Q_ *)
  wire [WIDTH-1:0] before;
  localparam [WIDTH-1:0] CONSTANT = ARST_VALUE;
  \$ff #(.WIDTH(WIDTH)) _TECHMAP_REPLACE_ (.D(Q), .Q(before));
  assign Q = ARST == ARST_POLARITY ? CONSTANT : EN == EN_POLARITY ? D : before;
endmodule
