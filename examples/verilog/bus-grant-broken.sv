// The same with a mistake, which BROKEN brings in.
`define BROKEN
`include "bus-grant.sv"
