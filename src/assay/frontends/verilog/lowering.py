"""The scripts that Yosys carries out: from sources to a flat netlist as it is, and from that to BTOR2.

Nothing that treats x as whatever suits may come before x has become an input: no ``opt`` without ``-keepdc``, no
``unique`` or ``full_case``, which promise what nobody has shown.  What is x in Verilog and a number in BTOR2, such as a
quotient by zero and a bit beyond the end of a vector, is made an input by the cells of ``undefined.v``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final

from assay.core.netlist import Clock

MODULES: Final = "modules.il"
DERIVED: Final = "derived.il"
RAW: Final = "raw.json"
RAW_TEXT: Final = "raw.il"
NAMED: Final = "named.il"
BTOR2: Final = "design.btor2"
_CELLS: Final = "undefined.v"
# Latches that take constants, and have to keep them.
_LATCHES: Final = "latches.v"
# Attributes of registers for what was before, and of those that share some of their bits.
PAST: Final = "assay_past"
PAST_IN_PART: Final = "assay_past_in_part"
# Words of a memory that become variables of their own; a larger one stays an array.
MOST_WORDS: Final = 256


def preprocessing(root: str, sources: Sequence[str], *, include: Sequence[str], define: Sequence[str]) -> str:
    """Logs what the preprocessor makes of the sources, and reads nothing of it."""
    options = " ".join([*(f"-I{root}/tree{folder}" for folder in include), *(f"-D{macro}" for macro in define)])
    return "\n".join([*(f"read_verilog -sv -formal -ppdump {options} {root}/{source}" for source in sources), ""])


def reading(root: str, texts: Sequence[str]) -> str:
    """Reads what was preprocessed and writes the modules."""
    lines = [f"read_verilog -sv -formal -nopp {root}/{text}" for text in texts]
    return "\n".join([*lines, f"write_rtlil {root}/{MODULES}", ""])


def elaboration(root: str, *, top: str | None, parameters: Mapping[str, str]) -> str:
    """Behind ``reading``: writes the netlist of the top module, flat.  Parameters are for a module with a name."""
    chosen = f"-top {top}" if top else "-auto-top"
    values = " ".join(f"-chparam {name} {value}" for name, value in parameters.items())
    return "\n".join(
        [
            f"hierarchy -check {chosen} {values}",
            f"write_rtlil {root}/{DERIVED}",
            "attrmap -remove full_case -remove parallel_case",
            "proc -noopt",
            "flatten",
            "check",
            f"write_json {root}/{RAW}",
            f"write_rtlil {root}/{RAW_TEXT}",
            "",
        ]
    )


def lowering(root: str, clock: Clock | None, *, clocked: bool, odd_memories: Sequence[int], pasts: bool) -> str:
    """Behind ``elaboration``: writes BTOR2, a step for each edge of the only ``clock``, or for each instant.

    Where there are ``pasts``, registers for the same value before become one: so they agree on what is open at first.
    """
    merging = [f"simplemap a:{PAST_IN_PART}", f"opt_merge -share_all a:{PAST}"]
    steps = ["clk2fflogic"] if clocked and clock is None else ["chformal -early", "async2sync"]
    odd = " ".join(f"t:$mem_v2 r:SIZE={size} %i" for size in odd_memories)
    small = f"t:$mem_v2 r:SIZE<={MOST_WORDS} %i"
    unions = " %u" * len(odd_memories)
    return "\n".join(
        [
            "design -reset",
            f"read_rtlil {root}/{NAMED}",
            "delete t:$print",
            "opt_expr -keepdc",
            *(merging if pasts else []),
            *([] if not (clocked and clock is None) else ["memory_collect"]),
            f"techmap -max_iter 1 -map {root}/{_LATCHES}",
            *steps,
            "chformal -lower",
            f"techmap -max_iter 1 -map {root}/{_CELLS}",
            "opt_clean",
            "memory_collect",
            f"memory_map -formal {small} {odd}{unions}",
            "opt_clean",
            "setundef -undriven -anyseq",
            "opt_expr -keepdc",
            "opt_clean",
            "dffunmap",
            "check",
            f"write_btor {root}/{BTOR2}",
            "",
        ]
    )


def provide_cells(folder: Path) -> None:
    """Puts the cells where the scripts look for them."""
    for name in (_CELLS, _LATCHES):
        text = files("assay.frontends.verilog").joinpath(name).read_text(encoding="utf-8")
        Path(folder, name).write_text(text, encoding="utf-8")
