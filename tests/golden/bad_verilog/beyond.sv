module t(input clk, input [3:0] d);
  function automatic [3:0] least(input [3:0] x); // return
    for (int k = 0; k < 4; k++) if (x[k]) return k;
  endfunction
  always @(posedge clk) assert (d[least(d)]);
endmodule
