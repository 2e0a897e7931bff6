interface bus(input clk);
  logic valid;
endinterface
module t(input clk);
  bus b(clk);
  assert property (@(posedge clk) b.valid);
endmodule
