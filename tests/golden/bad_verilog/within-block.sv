module t(input clk, input a, b);
  always @(posedge clk)
    if (a) begin
      assert property (b |=> a);
    end
endmodule
