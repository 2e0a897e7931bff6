// The same with a mistake, which BROKEN brings in.
`define BROKEN
`include "skid-buffer.sv"
