// The same with a mistake, which BROKEN brings in.
`define BROKEN
`include "token-ring.sv"
