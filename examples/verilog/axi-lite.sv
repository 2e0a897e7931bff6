// The write channels of an AXI-Lite slave with four registers: answers stay until they are taken, there is one for each
// request, and none without one.
module axi_lite (
  input  logic        clk, resetn,
  input  logic        awvalid,
  output logic        awready,
  input  logic [1:0]  awaddr,
  input  logic        wvalid,
  output logic        wready,
  input  logic [7:0]  wdata,
  output logic        bvalid,
  input  logic        bready
);
  logic have_address, have_data;
  logic [1:0] address;
  logic [7:0] data;
  logic [7:0] registers [0:3];

  assign awready = !have_address;
  assign wready  = !have_data;
`ifdef BROKEN
  wire perform = have_address && have_data;  // although the last answer may not have been taken
`else
  wire perform = have_address && have_data && (!bvalid || bready);
`endif

  always_ff @(posedge clk)
    if (!resetn) begin
      have_address <= 0;
      have_data <= 0;
      bvalid <= 0;
    end else begin
      if (awvalid && awready) begin
        have_address <= 1;
        address <= awaddr;
      end
      if (wvalid && wready) begin
        have_data <= 1;
        data <= wdata;
      end
      if (bvalid && bready) bvalid <= 0;
      if (perform) begin
        registers[address] <= data;
        have_address <= 0;
        have_data <= 0;
        bvalid <= 1;
      end
    end

`ifdef FORMAL
  initial assume (!resetn);

  // Requests that were accepted, and answers that were taken.
  logic [2:0] addresses = 0, datas = 0, answers = 0;
  logic was = 0, waiting;
  always_ff @(posedge clk) begin
    was <= 1;
    waiting <= resetn && bvalid && !bready;
    if (!resetn) begin
      addresses <= 0;
      datas <= 0;
      answers <= 0;
    end else begin
      addresses <= addresses + (awvalid && awready);
      datas <= datas + (wvalid && wready);
      answers <= answers + (bvalid && bready);
    end
  end

  always @(posedge clk) if (resetn) begin
    a_stays: assert (!(was && waiting) || bvalid);
    a_addresses: assert (3'(addresses - answers) == have_address + bvalid);
    a_datas: assert (3'(datas - answers) == have_data + bvalid);
    c_busy: cover (bvalid && have_address && have_data);
  end
`endif
endmodule
