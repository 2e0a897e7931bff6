// A watchdog with a reset that does not wait for the clock: it bites when nobody feeds it for ten cycles, never before.
module watchdog (
  input  wire clk,
  input  wire reset_n,
  input  wire feed,
  output reg  bite
);
  reg [3:0] count;
  always @(posedge clk or negedge reset_n)
    if (!reset_n) begin
      count <= 0;
      bite <= 0;
    end else if (feed) begin
      count <= 0;
      bite <= 0;
    end else if (count == 9) bite <= 1;
`ifdef BROKEN
    else count <= count + 2;  // passes 9 only by way of the end
`else
    else count <= count + 1;
`endif

`ifdef FORMAL
  initial assume (!reset_n);
  reg [3:0] hungry = 0;  // cycles without food
  always @(posedge clk or negedge reset_n)
    if (!reset_n) hungry <= 0;
    else if (feed) hungry <= 0;
    else if (hungry != 10) hungry <= hungry + 1;

  always @(posedge clk) if (reset_n) begin
    a_not_early: assert (!bite || hungry == 10);
    a_in_time: assert (hungry != 10 || bite);
    c_bite: cover (bite);
  end
`endif
endmodule
