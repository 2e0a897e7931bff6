module t(input clk, input a);
  always @(posedge clk) begin
    assert (a;
  end
endmodule
