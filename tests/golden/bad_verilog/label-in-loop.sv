module t(input [1:0] a);
  for (genvar k = 0; k < 2; k++) begin : g
    always @* bit_k: assert (a[k]);
  end
endmodule
