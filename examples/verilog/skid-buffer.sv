// A skid buffer: ready is a register, so one word that comes too late is kept aside.  Its rules are concurrent assertions.
module skid_buffer #(parameter WIDTH = 4) (
  input  logic             clk, rst_n,
  input  logic             in_valid,
  output logic             in_ready,
  input  logic [WIDTH-1:0] in,
  output logic             out_valid,
  input  logic             out_ready,
  output logic [WIDTH-1:0] out
);
  logic             kept;
  logic [WIDTH-1:0] aside;

`ifdef BROKEN
  assign in_ready = 1;  // takes a word while another one is aside
`else
  assign in_ready = !kept;
`endif
  wire taken = in_valid && in_ready;
  wire stuck = out_valid && !out_ready;

  always_ff @(posedge clk or negedge rst_n)
    if (!rst_n) begin
      kept <= 0;
      out_valid <= 0;
    end else if (stuck) begin
      if (taken) begin
        kept <= 1;
        aside <= in;
      end
    end else begin
      kept <= 0;
      out_valid <= kept || taken;
      out <= kept ? aside : in;
    end

`ifdef FORMAL
  default clocking @(posedge clk); endclocking
  default disable iff (!rst_n);

  // Who offers a word offers it until it is taken.
  property offered(valid, ready, data);
    valid && !ready |=> valid && $stable(data);
  endproperty
  m_in: assume property (offered(in_valid, in_ready, in));
  a_out: assert property (offered(out_valid, out_ready, out));

  // A word comes out at the next tick, or stays behind the one that is stuck.
  a_through: assert property (taken && !stuck |=> out_valid && out == $past(in))
    else $error("%h is lost", $past(in));
  a_aside: assert property (taken && stuck |-> !kept ##1 kept && aside == $past(in));
  a_order: assert property (kept && !stuck |=> out_valid && out == $past(aside));
  a_ready: assert property (stuck [*2] ##1 !stuck |=> in_ready);

  c_full: cover property (taken ##1 stuck && taken ##1 stuck [*2] ##1 out_ready [*2]);
`endif
endmodule
