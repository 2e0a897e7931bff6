"""What a compiled program reports of its own errors: the compiler's checks, and a small runtime for them in C.

The compiler instruments the unchanged program (``-fsanitize=...``), as for its own sanitizers; what the checks call
when they find something is ours, so that a run needs no library, no memory map and no privilege that the isolation
takes away, and a report carries the secret of the execution (docs/explanation/security.md).
"""
