"""Work under hard limits, in a process of its own: no solver can hang, exhaust or crash what the user talks to."""
