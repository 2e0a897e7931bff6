"""Write every generated example of this folder, in all its forms, and the table of expected verdicts.

    python examples/make_examples.py

The VMT examples, and some others, are written by hand; their verdicts are listed in ``HAND_WRITTEN``.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

from guarded import Command, System, write
from odometer import odometer

HAND_WRITTEN = {
    "fibonacci-broken.smt2": False,
    "fibonacci.smt2": True,
    "alternating-bit.vmt": True,
    "arbiter.aag": True,
    "average-overflow.c": False,
    "one-writer.spec": True,
    "ring-buffer.c": True,
    "suspects.graph": False,
    "thermostat.vmt": True,
    "toggle.aag": False,
    "token-pair.vmt": False,
    "traffic-light.smv": False,
}


# --- Mutual exclusion -----------------------------------------------------------------------------------------------


def bakery(processes: int, *, choosing: bool = False, broken: bool = False) -> System:
    """Lamport's bakery; a location is the product of all processes' places, and two critical ones are the error.

    Plain: a process takes max + 1 in one step; broken, it takes the maximum itself.  With ``choosing`` it first reads
    the maximum, then publishes its ticket, and nobody enters while another chooses; broken, nobody waits for choosers.
    """
    indices = range(processes)
    places = ("idle", "choose", "wait", "critical") if choosing else ("idle", "wait", "critical")
    drafts = tuple(f"n{index}" for index in indices) if choosing else ()
    variables = (*(f"t{index}" for index in indices), *drafts)

    def name(product_place: tuple[str, ...]) -> str:
        return "error" if product_place.count("critical") > 1 else "_".join(product_place)

    def largest(index: int, target: str) -> list[tuple[str, str]]:
        others = [f"t{other}" for other in indices if other != index]
        step = "" if broken and not choosing else " + 1"
        return [
            (" and ".join(f"{top} >= {other}" for other in others if other != top), f"{target} := {top}{step}")
            for top in others
        ]

    def first_in_line(index: int) -> list[str]:
        choices = [
            (f"t{other} == 0", f"t{index} {'<=' if index < other else '<'} t{other}")
            for other in indices
            if other != index
        ]
        return [" and ".join(choice) for choice in product(*choices)]

    def steps(index: int, here: tuple[str, ...]) -> list[tuple[str, str, str]]:
        ticket, draft = f"t{index}", f"n{index}"
        match here[index]:
            case "idle":
                choice = ("choose", draft) if choosing else ("wait", ticket)
                return [(choice[0], guard, update) for guard, update in largest(index, choice[1])]
            case "choose":
                return [("wait", "", f"{ticket} := {draft}")]
            case "wait":
                blocked = choosing and not broken and "choose" in here
                return [] if blocked else [("critical", guard, "") for guard in first_in_line(index)]
            case _:
                return [("idle", "", f"{ticket} := 0")]

    commands = [Command("start", name(("idle",) * processes), updates="; ".join(f"{each} := 0" for each in variables))]
    for here in product(places, repeat=processes):
        if name(here) == "error":
            continue
        for index in indices:
            for place, guard, update in steps(index, here):
                there = (*here[:index], place, *here[index + 1 :])
                commands.append(Command(name(here), name(there), guard, update))
    kind = "with a choosing phase" if choosing else "with tickets taken in one step"
    fault = "nobody waits for choosers" if choosing else "a newcomer takes the largest ticket, not the next"
    title = f"Bakery algorithm for {processes} processes, {kind}: at most one is critical."
    return System(
        f"bakery{'-choosing' if choosing else ''}-{processes}{'-broken' if broken else ''}",
        f"{title} Broken: {fault}." if broken else title,
        not broken,
        variables,
        tuple(commands),
    )


# --- Timers ---------------------------------------------------------------------------------------------------------


def gas_burner(*, dense: bool, pause: int = 30) -> System:
    """A leak lasts at most one second, ``pause`` seconds pass between leaks: after a minute at most 1/20 was leaking.

    x: time since the last switch, y: time since the start, z: time spent leaking.  Dense time lets any real delay pass.
    Discrete time lets a whole number of seconds pass: a location of its own chooses it, and keeps it in d.
    """

    def delay(place: str, guard: str, updates: str) -> list[Command]:
        if dense:
            return [Command(place, place, guard, updates)]
        return [Command(place, f"{place}_delay", updates="d := ?"), Command(f"{place}_delay", place, guard, updates)]

    commands = (
        Command("start", "leaking", updates="x := 0; y := 0; z := 0"),
        *delay("leaking", "d >= 0 and x + d <= 1", "x := x + d; y := y + d; z := z + d"),
        Command("leaking", "tight", updates="x := 0"),
        *delay("tight", "d >= 0", "x := x + d; y := y + d"),
        Command("tight", "leaking", f"x >= {pause}", "x := 0"),
        Command("leaking", "error", "y >= 60 and 20 * z > y"),
        Command("tight", "error", "y >= 60 and 20 * z > y"),
    )
    holds = pause >= 30
    return System(
        f"gas-burner{'-dense' if dense else ''}{'' if holds else '-broken'}",
        f"Gas burner, {'dense' if dense else 'discrete'} time, {pause} s between leaks: after 60 s at most 1/20 leaks.",
        holds,
        ("x", "y", "z") if dense else ("x", "y", "z", "d"),
        commands,
        sort="Real" if dense else "Int",
    )


def railway_crossing(*, reaction: int) -> System:
    """Train x controller x gate in discrete time: the gate is closed whenever the train is inside.

    The train needs 5 to 10 ticks from the sensor to the crossing and at most 3 ticks to pass; the controller reacts
    within ``reaction`` ticks, and the gate is down at most 2 ticks later.  Clocks: t, c, g.
    """
    limits = {"near": ("t", 10), "inside": ("t", 3), "told": ("c", reaction), "lowering": ("g", 2), "raising": ("g", 2)}
    commands = [Command("start", "far_calm_open", updates="t := 0; c := 0; g := 0")]
    places = ("far", "near", "inside"), ("calm", "told"), ("open", "lowering", "closed", "raising")
    for train, controller, gate in product(*places):
        here = f"{train}_{controller}_{gate}"
        if train == "inside" and gate != "closed":
            continue
        bounds = [limits[part] for part in (train, controller, gate) if part in limits]
        guard = " and ".join(f"{clock} < {limit}" for clock, limit in bounds)
        commands.append(Command(here, here, guard, "t := t + 1; c := c + 1; g := g + 1"))
        if train == "far":
            commands.append(Command(here, f"near_told_{gate}", "", "t := 0; c := 0"))
        if train == "near":
            inside = f"inside_{controller}_{gate}" if gate == "closed" else "error"
            commands.append(Command(here, inside, "t >= 5", "t := 0"))
        if train == "inside":
            rises = f"far_{controller}_raising"
            commands.append(Command(here, rises, "", "t := 0; g := 0"))
        if controller == "told":
            falls = gate if gate in ("lowering", "closed") else "lowering"
            commands.append(Command(here, f"{train}_calm_{falls}", "", "g := 0" if falls != gate else ""))
        if gate == "lowering":
            commands.append(Command(here, f"{train}_{controller}_closed"))
        if gate == "raising":
            commands.append(Command(here, f"{train}_{controller}_open"))
    holds = reaction <= 2
    return System(
        f"railway-crossing{'' if holds else '-broken'}",
        f"Railway crossing, controller reacts within {reaction} ticks: the gate is closed while the train is inside.",
        holds,
        ("t", "c", "g"),
        tuple(reachable(commands)),
    )


def reachable(commands: list[Command]) -> list[Command]:
    """The commands whose source can be reached from ``start`` in the graph of locations, in the given order."""
    seen, growing = {"start"}, True
    while growing:
        found = {command.target for command in commands if command.source in seen} - seen
        growing = bool(found)
        seen |= found
    return [command for command in commands if command.source in seen]


# --- Small loops ----------------------------------------------------------------------------------------------------

LOOPS = (
    System(
        "count-up",
        "Count from 0 to n: the loop ends with x = n.",
        True,
        ("x", "n"),
        (
            Command("start", "loop", "n >= 0", "x := 0"),
            Command("loop", "loop", "x < n", "x := x + 1"),
            Command("loop", "error", "x > n"),
        ),
    ),
    System(
        "overshoot",
        "Count from 0 in steps of two: the loop need not end with x = n.",
        False,
        ("x", "n"),
        (
            Command("start", "loop", "n >= 5", "x := 0"),
            Command("loop", "loop", "x < n", "x := x + 2"),
            Command("loop", "error", "x > n"),
        ),
    ),
    System(
        "lock-step",
        "Two counters move together: if x counts down to 0, y does too.",
        True,
        ("x", "y"),
        (
            Command("start", "loop", "x >= 0", "y := x"),
            Command("loop", "loop", "x > 0", "x := x - 1; y := y - 1"),
            Command("loop", "error", "x <= 0 and y > 0"),
            Command("loop", "error", "x <= 0 and y < 0"),
        ),
    ),
    System(
        "two-phases",
        "First x grows to n, then it is handed over to y unit by unit: nothing is lost.",
        True,
        ("x", "y", "n"),
        (
            Command("start", "fill", "n >= 1", "x := 0; y := 0"),
            Command("fill", "fill", "x < n", "x := x + 1"),
            Command("fill", "pour", "x >= n"),
            Command("pour", "pour", "x > 0", "x := x - 1; y := y + 1"),
            Command("pour", "error", "x <= 0 and y < n"),
            Command("pour", "error", "x <= 0 and y > n"),
        ),
    ),
    System(
        "nested",
        "A loop in a loop: the inner counter never passes the outer bound.",
        True,
        ("i", "j", "n"),
        (
            Command("start", "outer", "n >= 1", "i := 0; j := 0"),
            Command("outer", "inner", "i < n", "j := i"),
            Command("inner", "inner", "j < n", "j := j + 1"),
            Command("inner", "outer", "j >= n", "i := i + 1"),
            Command("inner", "error", "j > n"),
            Command("outer", "error", "i > n"),
        ),
    ),
    System(
        "any-step",
        "A budget is spent in steps of any size: a step that is too large is not always refused.",
        False,
        ("budget", "step"),
        (
            Command("start", "ask", updates="budget := 10; step := 0"),
            Command("ask", "decide", updates="step := ?"),
            Command("decide", "ask", "step >= 1 and step <= budget", "budget := budget - step"),
            Command("decide", "ask", "step > budget"),
            Command("decide", "ask", "step >= 8", "budget := budget - step"),
            Command("ask", "error", "budget < 0"),
        ),
    ),
    System(
        "three-questions",
        "One loop, three queries: x >= 0 (holds), x <= n (holds), x <= 5 (violated).",
        False,
        ("x", "n"),
        (
            Command("start", "loop", "n >= 0", "x := 0"),
            Command("loop", "loop", "x < n", "x := x + 1"),
            Command("loop", "below_zero", "x < 0"),
            Command("loop", "above_n", "x > n"),
            Command("loop", "above_five", "x > 5"),
        ),
        errors=("below_zero", "above_n", "above_five"),
    ),
    System(
        "water-tank",
        "A tank over the reals: the pump stops in time, so the level stays between 1 and 12.",
        True,
        ("level", "clock"),
        (
            Command("start", "on", "level >= 1 and level <= 10", "clock := 0"),
            Command("on", "on", "d >= 0 and level + d <= 10", "level := level + d"),
            Command("on", "stopping", "level >= 10", "clock := 0"),
            Command("stopping", "stopping", "d >= 0 and clock + d <= 2", "level := level + d; clock := clock + d"),
            Command("stopping", "off", "clock >= 2"),
            Command("off", "off", "d >= 0 and level - 2 * d >= 5", "level := level - 2 * d"),
            Command("off", "starting", "level <= 5", "clock := 0"),
            Command("starting", "starting", "d >= 0 and clock + d <= 2", "level := level - 2 * d; clock := clock + d"),
            Command("starting", "on", "clock >= 2"),
            *(Command(place, "error", "level > 12") for place in ("on", "stopping", "off", "starting")),
            *(Command(place, "error", "level < 1") for place in ("on", "stopping", "off", "starting")),
        ),
        sort="Real",
    ),
    System(
        "halving",
        "Halving a positive real never reaches zero (no integer can do that).",
        True,
        ("x",),
        (
            Command("start", "loop", "x > 0"),
            Command("loop", "loop", updates="x := 0.5 * x"),
            Command("loop", "error", "x <= 0"),
        ),
        sort="Real",
    ),
    System(
        "drift",
        "A clock that gains up to 1/10 a step leaves its tolerance of 1/4 after the third step.",
        False,
        ("shown", "true_time"),
        (
            Command("start", "run", updates="shown := 0; true_time := 0"),
            Command("run", "run", "e >= 0 and e <= 0.1", "shown := shown + 1 + e; true_time := true_time + 1"),
            Command("run", "error", "shown - true_time > 0.25"),
        ),
        sort="Real",
    ),
)


def systems() -> list[System]:
    choices = list(product((2, 3), (False, True), (False, True)))
    return [
        *(bakery(processes, choosing=choosing, broken=broken) for processes, choosing, broken in choices),
        gas_burner(dense=False),
        gas_burner(dense=False, pause=10),
        gas_burner(dense=True),
        gas_burner(dense=True, pause=10),
        railway_crossing(reaction=2),
        railway_crossing(reaction=4),
        odometer(3, 10),
        odometer(2, 3, broken=True),
        *LOOPS,
    ]


def main() -> None:
    folder = Path(__file__).parent
    expected = dict(HAND_WRITTEN)
    for system in systems():
        expected |= {path.name: system.holds for path in write(system, folder)}
    for path in (folder / "verilog").iterdir():
        expected[f"verilog/{path.name}"] = "-broken" not in path.stem
    rows = [f"{name},{str(holds).lower()}" for name, holds in sorted(expected.items())]
    (folder / "verdicts.csv").write_text("\n".join(["path,expected", *rows, ""]))
    print(f"{len(expected)} examples in {folder}")


if __name__ == "__main__":
    main()
