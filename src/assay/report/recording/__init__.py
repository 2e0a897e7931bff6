"""Recordings: what happened in a check, kept once for reports, explanations and teaching: docs/reference/events.md."""
