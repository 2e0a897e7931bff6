// A round-robin arbiter for four clients: at most one grant, only for those who ask, and everybody who keeps asking is
// served within four grants.
module arbiter (
  input  wire       clk,
  input  wire       reset,
  input  wire [3:0] request,
  output reg  [3:0] grant
);
  reg [1:0] last;  // who was served last comes last
  reg [1:0] next;
  reg       found;
  integer   k;

  always @* begin
    found = 0;
    next = last;
    for (k = 1; k <= 4; k = k + 1)
`ifdef BROKEN
      if (!found && request[k - 1]) begin  // the first client always comes first
        found = 1;
        next = k - 1;
      end
`else
      if (!found && request[(last + k) % 4]) begin
        found = 1;
        next = last + k;
      end
`endif
  end

  always @(posedge clk)
    if (reset) begin
      last <= 3;
      grant <= 0;
    end else begin
      grant <= found ? 4'b0001 << next : 4'b0000;
      last <= next;
    end

`ifdef FORMAL
  initial assume (reset);

  // How long some client has been asking without a grant.
  (* anyconst *) reg [1:0] client;
  reg [2:0] waited = 0;
  reg [3:0] asked = 0;
  always @(posedge clk) begin
    asked <= reset ? 0 : request;
    if (reset || !request[client] || (found && next == client)) waited <= 0;
    else waited <= waited + 1;
  end

  always @(posedge clk) if (!reset) begin
    a_one: assert ((grant & (grant - 1)) == 0);
    a_asked: assert ((grant & ~asked) == 0);
    a_served: assert (waited < 4);
    c_contention: cover (&request && grant[3]);
  end
`endif
endmodule
