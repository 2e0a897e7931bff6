// A FIFO of four words: it never holds more than four, its flags tell the truth, and what goes in comes out in order.
module fifo #(parameter WIDTH = 8) (
  input  logic             clk,
  input  logic             reset,
  input  logic             push,
  input  logic             pop,
  input  logic [WIDTH-1:0] in,
  output logic [WIDTH-1:0] out,
  output logic             full,
  output logic             empty
);
  logic [WIDTH-1:0] words [0:3];
  logic [1:0] head, tail;
  logic [2:0] count;

  assign full  = count == 4;
  assign empty = count == 0;
  assign out   = words[head];

`ifdef BROKEN
  wire pushing = push;  // full is not looked at
`else
  wire pushing = push && !full;
`endif
  wire popping = pop && !empty;

  always_ff @(posedge clk)
    if (reset) begin
      head <= 0;
      tail <= 0;
      count <= 0;
    end else begin
      if (pushing) begin
        words[tail] <= in;
        tail <= tail + 1;
      end
      if (popping) head <= head + 1;
      count <= count + pushing - popping;
    end

`ifdef FORMAL
  initial assume (reset);

  // One word is followed from its place at the tail to the head.
  (* anyconst *) logic [WIDTH-1:0] value;
  (* anyseq *) logic mark;
  logic followed = 0;
  logic [2:0] ahead;
  always_ff @(posedge clk)
    if (reset) followed <= 0;
    else if (!followed && mark && pushing && in == value) begin
      followed <= 1;
      ahead <= count - popping;
    end else if (followed && popping) begin
      ahead <= ahead - 1;
      if (ahead == 0) followed <= 0;
    end

  always @(posedge clk) if (!reset) begin
    a_count: assert (count <= 4);
    a_pointers: assert (count[1:0] == tail - head);
    a_order: assert (!(followed && ahead == 0) || out == value);
    c_full: cover (full);
    c_drained: cover (empty && tail == 3);
  end
`endif
endmodule
