"""What runs came to: tables, plots and comparisons over the runs of a store."""
