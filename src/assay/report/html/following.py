"""What a reader can do next about an answer: what to add to the command, and what that does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_RUN: Final = ("--witness error.json", "keeps this run")
# What shows a violation outside of the page, by the format of the input or else the kind of its counterexample.
_SHOWN: Final[Mapping[str, tuple[str, str]]] = {
    "program": ("--harness error.c", "writes a program that ends with the error"),
    "Verilog": ("--testbench error.v", "replays it in a simulator"),
    "design": ("--trace error.vcd", "shows it in a waveform viewer"),
    "run": _RUN,
    "net": _RUN,
    "derivation": ("--witness error.json", "keeps this derivation"),
}
# What carries a proof, by the format of the input.
_PROOFS: Final[Mapping[str, str]] = {"C": "proof.yml", "SMT-LIB HORN": "proof.smt2"}


def following(answer: Mapping[str, Any], kind: str, format: str) -> list[list[str]]:
    """Pairs of options and words, either of which may be empty; ``kind`` is that of the counterexample."""
    if answer["verdict"] == "unknown":
        return [["", answer["hint"]]] if answer.get("hint") else []
    if not kind:
        proof = f"--witness {_PROOFS.get(format, 'proof.txt')}", "writes the proof for other tools"
        return [list(proof)] if answer["verdict"] in ("holds", "unreachable") else []
    wave = (answer["run"] or {}).get("wave") or {}
    # A testbench ends, and so cannot replay what goes on for ever.
    found = _SHOWN.get(kind) if wave.get("loop") is not None else _SHOWN.get(format) or _SHOWN.get(kind)
    return [list(found)] if found is not None else []
