"""Recordings as pages: one file each, which opens from a disk, without a network."""
