"""Concurrent assertions (IEEE 1800-2017, clause 16), of which Yosys reads a single expression.

They are rewritten before it reads: each becomes an immediate assertion at the edges of its clock, over registers that
remember what is under way.  ``grammar`` reads a property, ``automata`` makes automata of its sequences, ``monitor``
finds what has to be remembered, ``printing`` writes that as Verilog, and ``rewriting`` finds the statements in a text
and puts it in their place.
"""
