"""Runs as processes under hard limits: one after the other in a slot, many slots on a machine or on many."""
