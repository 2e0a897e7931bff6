module t(input a);
  wire r;
  assign r = a;
  assign r = 1;
  always @* assert (r);
endmodule
