// Lights of a crossing with a sensor: never green for both, and a red light only behind a yellow one.
module traffic_light (
  input  wire       clk,
  input  wire       reset,
  input  wire       sensor,
  output reg  [1:0] road,
  output reg  [1:0] lane
);
  localparam RED = 0, YELLOW = 1, GREEN = 2;
  reg [2:0] timer;

  always @(posedge clk)
    if (reset) begin
      road <= GREEN;
      lane <= RED;
      timer <= 0;
    end else begin
      timer <= timer == 7 ? 7 : timer + 1;
      case ({road, lane})
        {2'd2, 2'd0}: if (sensor && timer == 7) begin road <= YELLOW; timer <= 0; end
`ifdef BROKEN
        {2'd1, 2'd0}: begin lane <= GREEN; road <= timer == 1 ? RED : YELLOW; timer <= 0; end  // too early
`else
        {2'd1, 2'd0}: if (timer == 1) begin road <= RED; lane <= GREEN; timer <= 0; end
`endif
        {2'd0, 2'd2}: if (timer == 3) begin lane <= YELLOW; timer <= 0; end
        {2'd0, 2'd1}: if (timer == 1) begin lane <= RED; road <= GREEN; timer <= 0; end
        default: begin road <= RED; lane <= RED; end
      endcase
    end

`ifdef FORMAL
  initial assume (reset);
  reg [1:0] previous = GREEN;
  always @(posedge clk) previous <= reset ? GREEN : road;

  always @(posedge clk) if (!reset) begin
    a_one: assert (road == RED || lane == RED);
    a_yellow: assert (road != RED || previous != GREEN);
    c_lane: cover (lane == GREEN);
  end
`endif
endmodule
