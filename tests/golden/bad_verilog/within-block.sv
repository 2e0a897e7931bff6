module t(input clk, input a, b);
  always @(posedge clk)
    case (a)
      1: assert property (b |=> a);
      default: ;
    endcase
endmodule
