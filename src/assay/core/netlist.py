"""What a design was in its source: its ports, its clock, and the names of what its model calls otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

# What ``Safety.asks`` says of a cover: somebody wants to see a run that gets there.
COVER: Final = "cover"
Direction = Literal["input", "output"]
# How something without a value of its own gets one: before the first step, at each of them, or once for all of them.
Opening = Literal["start", "each step"]


@dataclass(frozen=True)
class Port:
    """A port of the top module."""

    name: str
    direction: Direction
    width: int


@dataclass(frozen=True)
class Clock:
    """The only clock of a design, an input: each step of the model ends with its edge."""

    name: str
    rising: bool


@dataclass(frozen=True)
class Condition:
    """An expression in Verilog over the instance ``dut`` that is true so many steps before the end of a run."""

    text: str
    before_end: int
    formal: bool


@dataclass(frozen=True)
class Netlist:
    """A design in Verilog as it was lowered; ``file`` is the BTOR2 text that the model was made of.

    Without a ``clock`` each step is an instant, at which ``clocks`` are inputs like others.  ``shown`` are the signals
    that people follow a run by, ``nets`` all that have a name in the source: by their names among the model's
    definitions, states and inputs.  ``driven`` are those to which a simulation has to be given values, beside the
    inputs.  ``parameters`` are those of the top module.  What is ``formal`` is there only if FORMAL is defined;
    ``shows`` has what is true where a property is violated, or covered, by the property's name.
    """

    file: str
    top: str
    ports: tuple[Port, ...]
    clock: Clock | None = None
    clocks: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    nets: frozenset[str] = frozenset()
    driven: Mapping[str, Opening] = field(default_factory=dict)
    parameters: Mapping[str, str] = field(default_factory=dict)
    formal: frozenset[str] = frozenset()
    shows: Mapping[str, Condition] = field(default_factory=dict)
    sources: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
