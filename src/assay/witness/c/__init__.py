"""Violations of C programs that are compiled and executed, and formulas as C expressions."""
