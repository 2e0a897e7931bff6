module t(input clk, input a, b);
  always @(posedge clk)
    for (int k = 0; k < 2; k++) begin
      assert property (b |=> a);
    end
endmodule
