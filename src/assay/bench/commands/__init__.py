"""The commands of ``assay bench``, a module each."""
