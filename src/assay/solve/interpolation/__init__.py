"""Providers of interpolants behind the port ``assay.solve.interpolation.providers``."""
