// A small processor with four registers, any program: register 0 stays zero, the stack stays in its memory, and each
// instruction does to the program counter what it should.
module cpu (
  input  logic       clk, reset,
  input  logic [7:0] instruction,
  output logic [4:0] pc
);
  localparam ADDI = 1, ADD = 2, BEQZ = 3, CALL = 4, RET = 5, LOAD = 6, STORE = 7;  // and 0: do nothing
  wire [2:0] opcode = instruction[7:5];
  wire [1:0] rd = instruction[4:3];
  wire [1:0] rs = instruction[2:1];

  logic [7:0] registers [0:3];
  logic [7:0] memory [0:7];
  logic [4:0] stack [0:3];
  logic [2:0] depth;

  wire [7:0] a = registers[rd];
  wire [7:0] b = registers[rs];
  logic write;
  logic [7:0] result;

  always_comb begin
    write = 0;
    result = 0;
    case (opcode)
      ADDI: begin write = 1; result = a + instruction[2:0]; end
      ADD: begin write = 1; result = a + b; end
      LOAD: begin write = 1; result = memory[b[2:0]]; end
      default: ;
    endcase
  end

  integer k;
  always_ff @(posedge clk)
    if (reset) begin
      pc <= 0;
      depth <= 0;
      for (k = 0; k < 4; k = k + 1) registers[k] <= 0;
    end else begin
      pc <= pc + 1;
`ifdef BROKEN
      if (write) registers[rd] <= result;  // register 0 as well
`else
      if (write && rd != 0) registers[rd] <= result;
`endif
      case (opcode)
        BEQZ: if (a == 0) pc <= pc + instruction[2:0];
        CALL: if (depth < 4) begin stack[depth[1:0]] <= pc + 1; depth <= depth + 1; pc <= instruction[4:0]; end
        RET: if (depth > 0) begin depth <= depth - 1; pc <= stack[depth[1:0] - 2'd1]; end
        STORE: memory[b[2:0]] <= a;
        default: ;
      endcase
    end

`ifdef FORMAL
  initial assume (reset);
  logic old = 0, jumped;
  logic [4:0] pc_before;
  always_ff @(posedge clk) begin
    old <= !reset;
    pc_before <= pc;
    jumped <= opcode == CALL || opcode == RET || opcode == BEQZ;
  end

  always @(posedge clk) if (!reset) begin
    a_zero: assert (registers[0] == 0);
    a_depth: assert (depth <= 4);
    a_pc: assert (!old || jumped || pc == 5'(pc_before + 1));
    c_deep: cover (depth == 4);
    c_load: cover (registers[3] == 8'd3 && opcode == LOAD);
  end
`endif
endmodule
