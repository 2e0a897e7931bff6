"""Verilog and SystemVerilog, lowered by Yosys (Wolf, Glaser, Kepler, "Yosys: A Free Verilog Synthesis Suite", 2013).

Yosys reads the language and writes a netlist; what stands between is ours to answer for, so what it passes over or
takes for something else is looked for in the source (``tokens``, ``initial``) and in the netlist (``netlist``), and
refused by its place or said as an assumption.  ``model`` puts the parts together.
"""
