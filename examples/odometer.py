"""The odometer family: digits in a base, one location a carry.

    python examples/odometer.py 3 10 [--broken] [--folder examples]

``count`` starts a carry at digit 0; at ``carry_i`` a full digit falls back to zero and carries on, any other digit
grows by one and ends the carry.  Safe means: no digit ever leaves its range, and every digit below a carry shows zero.
The broken family forgets the top of the last digit, so the shortest violation takes about base**digits carries.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from guarded import Command, System, write


def odometer(digits: int, base: int, *, broken: bool = False) -> System:
    """The odometer with ``digits`` digits in ``base``; locations: start, count, overflow, error and one a digit."""
    if digits < 1 or base < 2:
        raise ValueError("an odometer needs at least one digit and a base of at least two")
    names = tuple(f"d{index}" for index in range(digits))
    commands = [Command("start", "count", updates="; ".join(f"{name} := 0" for name in names))]
    commands.append(Command("count", "carry_0"))
    for index, name in enumerate(names):
        here, above = f"carry_{index}", f"carry_{index + 1}" if index + 1 < digits else "overflow"
        full = base if broken and index == digits - 1 else base - 1
        commands.append(Command(here, above, f"{name} >= {full}", f"{name} := 0"))
        commands.append(Command(here, "count", f"{name} < {full}", f"{name} := {name} + 1"))
        commands += [Command(here, "error", f"{lower} > 0") for lower in names[:index]]
    for name in names:
        commands += [Command("count", "error", f"{name} >= {base}"), Command("count", "error", f"{name} < 0")]
    suffix = "-broken" if broken else ""
    return System(
        f"odometer-{digits}-{base}{suffix}",
        f"Odometer with {digits} digits in base {base}: digits stay in range, and a carry leaves zeros below it.",
        not broken,
        names,
        tuple(commands),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Write one odometer as ARMC facts and as Horn clauses.")
    parser.add_argument("digits", type=int)
    parser.add_argument("base", type=int)
    parser.add_argument("--broken", action="store_true", help="forget the top of the last digit")
    parser.add_argument("--folder", type=Path, default=Path(__file__).parent)
    options = parser.parse_args()
    for path in write(odometer(options.digits, options.base, broken=options.broken), options.folder):
        print(path)


if __name__ == "__main__":
    main()
