"""What the searches do, in half a sentence each, for who reads their names for the first time."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "predicates": "tells states apart by predicates, and learns new ones from errors that no run reaches",
        "values": "follows the values of few variables, and of more where an error turns out to be none",
        "backward proof": "goes back from the error, and keeps what cannot be reached",
        "backward search over predicates": "goes back from the error over predicates, and learns new ones",
        "proof over closed forms": "goes back from the error, whole loops at a time",
        "bounded search": "looks for an error in runs of growing length",
        "runs of growing length": "looks for an error in runs of growing length",
        "bounded derivations": "looks for an error in derivations of growing size",
        "summaries": "keeps facts about what can be derived, and combines them",
        "Spacer": "is z3's own engine for Horn clauses",
        "native runs": "compiles the program and runs it with many inputs",
        "bounds": "looks for bounds of the variables that exclude the error",
        "coverability": "goes back from the error over sets of markings",
        "k-induction": "looks for errors in runs of growing length, and for a length that proves there are none",
        "IC3": "excludes states that lead to an error, step by step away from the start",
        "decision diagrams": "computes the sets of states that can be reached as diagrams",
        "localization": "hides most latches, and shows more of them where a run is none of the design",
        "lassos of growing length": "looks for a run that violates it for ever, longer and longer ones",
        "decision diagrams of runs": "computes as diagrams from where a run can go on for ever",
        "fbar": "narrows the states on a way to the error from both sides, line by line as in the paper",
        "cgr": "computes fixpoints forward over sets, and refines the sets that are too coarse",
        "cgr-dual": "computes fixpoints backward over sets, and refines the sets that are too coarse",
        "hybrid": "takes CGR, dual CGR and FBAR in turns, which refine the same sets",
        "fixpoints": "computes for each part of the formula the states where it is true",
    }
)


def what_it_does(method: str) -> str:
    """The end of a sentence about the search; empty if there is none."""
    base = method.partition(" over ")[0].partition(" with ")[0]
    return _WORDS.get(method) or _WORDS.get(base, "")
