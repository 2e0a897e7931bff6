"""What tests and benchmarks hold against Assay: a linter of witnesses, a writer of Horn clauses."""
