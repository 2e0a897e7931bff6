"""Health checks of hypothesis that do not apply.  A list given to a test replaces the one of the profile."""

from __future__ import annotations

from typing import Final

from hypothesis import HealthCheck

UNHURRIED: Final = (HealthCheck.too_slow,)
"""For all tests: how soon examples are drawn says something about the machine only."""

ONE_FOLDER: Final = (*UNHURRIED, HealthCheck.function_scoped_fixture)
"""For tests that write every example over the last one, in the same folder."""
