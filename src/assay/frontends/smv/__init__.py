"""SMV models: modules, finite types, assignments and constraints, CTL, LTL and invariant specifications."""
