// Cells whose result Verilog leaves undefined for some operands: there it is x, which becomes an input later on.
// Covers become assertions of the contrary: a run that violates one covers it.

(* techmap_celltype = "$shiftx" *)
module assay_shiftx (A, B, Y);
  parameter A_SIGNED = 0;
  parameter B_SIGNED = 0;
  parameter A_WIDTH = 1;
  parameter B_WIDTH = 1;
  parameter Y_WIDTH = 1;
  input [A_WIDTH-1:0] A;
  input [B_WIDTH-1:0] B;
  output [Y_WIDTH-1:0] Y;

  localparam WIDE = B_WIDTH + 2 > 34 ? B_WIDTH + 2 : 34;
  wire sign = B_SIGNED ? B[B_WIDTH-1] : 1'b0;
  wire signed [WIDE-1:0] place = {{(WIDE-B_WIDTH){sign}}, B};
  wire [Y_WIDTH-1:0] any = {Y_WIDTH{1'bx}};
  wire [Y_WIDTH-1:0] shifted;
  \$shift #(.A_SIGNED(0), .B_SIGNED(B_SIGNED), .A_WIDTH(A_WIDTH), .B_WIDTH(B_WIDTH), .Y_WIDTH(Y_WIDTH))
    _TECHMAP_REPLACE_ (.A(A), .B(B), .Y(shifted));
  genvar k;
  generate
    for (k = 0; k < Y_WIDTH; k = k + 1) begin : bit
      wire signed [WIDE-1:0] at = place + k;
      assign Y[k] = (at >= 0 && at < A_WIDTH) ? shifted[k] : any[k];
    end
  endgenerate
endmodule

(* techmap_celltype = "$div $mod $divfloor $modfloor" *)
module assay_division (A, B, Y);
  parameter A_SIGNED = 0;
  parameter B_SIGNED = 0;
  parameter A_WIDTH = 1;
  parameter B_WIDTH = 1;
  parameter Y_WIDTH = 1;
  parameter _TECHMAP_CELLTYPE_ = "";
  input [A_WIDTH-1:0] A;
  input [B_WIDTH-1:0] B;
  output [Y_WIDTH-1:0] Y;

  wire [Y_WIDTH-1:0] any = {Y_WIDTH{1'bx}};
  wire [Y_WIDTH-1:0] quotient;
  (* techmap_chtype = _TECHMAP_CELLTYPE_ *)
  _TECHMAP_PLACEHOLDER_ #(.A_SIGNED(A_SIGNED), .B_SIGNED(B_SIGNED), .A_WIDTH(A_WIDTH), .B_WIDTH(B_WIDTH),
    .Y_WIDTH(Y_WIDTH)) _TECHMAP_REPLACE_ (.A(A), .B(B), .Y(quotient));
  assign Y = B == 0 ? any : quotient;
endmodule

(* techmap_celltype = "$cover" *)
module assay_cover (A, EN);
  input A, EN;
  \$assert _TECHMAP_REPLACE_ (.A(!A), .EN(EN));
endmodule
