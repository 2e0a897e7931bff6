"""Example systems of papers, and domains over them, for tests and benchmarks."""
