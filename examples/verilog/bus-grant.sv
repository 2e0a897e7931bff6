// Two masters share a bus: who asks is granted it within some ticks, never both at once, and keeps it until done.
// The rules stand in a module of their own, which is bound to the arbiter.
module bus_grant (
  input  logic       clk, rst_n,
  input  logic [1:0] request, done,
  output logic [1:0] grant
);
  logic last;
  logic [1:0] left;

  wire busy = |grant;
`ifdef BROKEN
  wire choice = request[0] ? 0 : 1;  // the first master goes first, always
`else
  wire choice = (request == 2'b11) ? !last : request[1];
`endif

  always_ff @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      grant <= 0;
      last <= 0;
      left <= 0;
    end else if (busy) begin
      left <= left - 1;
      if (|(grant & done) || left == 0) grant <= 0;
    end else if (|request) begin
      grant[0] <= !choice;
      grant[1] <= choice;
      last <= choice;
      left <= 2;
    end
endmodule

`ifdef FORMAL
module bus_rules (input logic clk, rst_n, input logic [1:0] request, done, grant);
  default clocking @(posedge clk); endclocking
  default disable iff (!rst_n);
  initial assume (!rst_n);

  sequence turn(granted, done);
    (granted && !done) [*0:3] ##1 (done || !granted);
  endsequence

  for (genvar k = 0; k < 2; k++) begin : master
    // A master asks until it is granted the bus.
    m_asks: assume property (request[k] && !grant[k] |=> request[k]);
    a_served: assert property (request[k] && !grant[k] |-> ##[1:9] grant[k]);
    a_turn: assert property ($rose(grant[k]) |-> turn(grant[k], done[k]));
    a_asked: assert property ($rose(grant[k]) |-> $past(request[k]));
    c_again: cover property ($rose(grant[k]) ##[1:4] $fell(grant[k]) ##[1:4] $rose(grant[k]));
  end
  a_one: assert property (not (grant[0] && grant[1]));
  a_rest: assert property ($fell(grant[0]) or $fell(grant[1]) |-> grant == 0);
endmodule

bind bus_grant bus_rules rules (.*);
`endif
