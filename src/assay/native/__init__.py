"""Native runs: the program itself, compiled and executed again and again on inputs that are varied, beside the engines.

What a search over formulas finds hard may be easy for the machine: a loop of a hundred million iterations, or an error
that thousands of inputs lead to.  Runs prove nothing, and what they find counts for nothing until it is confirmed like
all other evidence.  A machine without a compiler, or one that isolates nothing, has no such search.

After Zalewski, American fuzzy lop (technical details), and Serebryany, Continuous fuzzing with libFuzzer (SecDev 2016):
inputs that lead to new pairs of blocks are kept and varied, and constants that the program compares with are tried.
"""
