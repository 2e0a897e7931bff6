module t(input clk, input [3:0] d);
  function automatic [3:0] f(input [3:0] x); f = x + 1; endfunction
  assert property (@(posedge clk) 1 |=> $past(f(d)) == 1);
endmodule
