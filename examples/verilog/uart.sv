// A UART: a byte that is sent arrives, through a line that is high when idle, start bit first and stop bit last.
module transmitter (
  input  logic       clk, reset, start,
  input  logic [3:0] data,
  output logic       line,
  output logic       busy
);
  logic [5:0] shift;
  logic [2:0] left;
  assign line = shift[0];
  assign busy = left != 0;
  always_ff @(posedge clk)
    if (reset) begin
      shift <= '1;
      left <= 0;
    end else if (!busy) begin
      if (start) begin
        shift <= {1'b1, data, 1'b0};
        left <= 6;
      end
    end else begin
      shift <= {1'b1, shift[5:1]};
      left <= left - 1;
    end

`ifdef FORMAL
  always @(posedge clk) if (!reset) a_phase: assert (left <= 6);
`endif
endmodule

module receiver (
  input  logic       clk, reset, line,
  output logic [3:0] data,
  output logic       valid
);
  logic [2:0] bits;
  always_ff @(posedge clk) begin
    valid <= 0;
    if (reset) bits <= 0;
    else if (bits == 0) begin
      if (!line) bits <= 1;
    end else begin
      bits <= bits == 5 ? 0 : bits + 1;
`ifdef BROKEN
      if (bits <= 4) data <= {data[2:0], line};  // the last bit first
`else
      if (bits <= 4) data <= {line, data[3:1]};
`endif
      if (bits == 5) valid <= line;
    end
  end
endmodule

module uart (
  input  logic       clk, reset, start,
  input  logic [3:0] data,
  output logic [3:0] received,
  output logic       valid, busy
);
  logic line;
  transmitter send (.clk, .reset, .start, .data, .line, .busy);
  receiver listen (.clk, .reset, .line, .data(received), .valid);

`ifdef FORMAL
  initial assume (reset);

  logic [3:0] sent;
  always_ff @(posedge clk) if (start && !busy) sent <= data;

  logic ready = 0;
  always_ff @(posedge clk) ready <= 1;

  always @(posedge clk) if (!reset && ready) begin
    a_idle: assert (busy || line);
    a_arrives: assert (!valid || received == sent);
    c_arrives: cover (valid && received == 4'b1010);
  end
`endif
endmodule
