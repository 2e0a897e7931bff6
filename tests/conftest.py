"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

from health import UNHURRIED

# Neither an example nor the drawing of one has a limit in seconds: machines differ, and so do their loads.
settings.register_profile("unhurried", deadline=None, suppress_health_check=UNHURRIED)
settings.load_profile("unhurried")
