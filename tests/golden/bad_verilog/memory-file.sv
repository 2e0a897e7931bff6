module t(input [1:0] a);
  reg [3:0] m [0:3];
  initial $readmemh("nowhere.hex", m);
  always @* assert (m[a] == 0);
endmodule
