// A design that is still to be written.
