// Four stations share a bus.  Who has the turn may use it as long as it likes, and passes the turn on when it is done.
module token_ring (
  input  logic       clk,
  input  logic       reset,
  input  logic [3:0] request,
  input  logic       done,  // who uses the bus needs it no longer
  output logic [3:0] granted
);
  logic [1:0] turn;
  logic       busy;

  assign granted = busy ? 4'b0001 << turn : 4'b0000;

  always_ff @(posedge clk)
    if (reset) begin
      turn <= 0;
      busy <= 0;
    end else if (busy) begin
      if (done) begin
        busy <= 0;
`ifndef BROKEN  // else it keeps its turn
        turn <= turn + 1;
`endif
      end
    end else if (request[turn]) busy <= 1;
    else turn <= turn + 1;

`ifdef FORMAL
  initial assume (reset);
  default clocking @(posedge clk); endclocking
  default disable iff (reset);

  // Nobody uses the bus for ever.
  m_done: assume property (@(posedge clk) disable iff (0) s_eventually done);

  (* anyconst *) logic [1:0] client;
  a_one: assert property ($onehot0(granted));
  a_kept: assert property (busy && !done |=> $stable(granted));
  a_served: assert property (request[client] |-> s_eventually granted[client] || !request[client]);
  a_turns: assert property (s_eventually turn == client);
`endif
endmodule
