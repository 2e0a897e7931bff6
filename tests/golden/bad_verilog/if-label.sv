module t(input a, input b);
  always @* begin
    a_both: if (a) assert (b);
  end
endmodule
