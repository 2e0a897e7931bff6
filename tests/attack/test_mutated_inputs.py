"""Whatever the bytes, the answer is a verdict or an ``InputError``: never another exception.

``ASSAY_MUTATED_INPUTS`` says how many files are tried; each is an example with a few mistakes, told by its number.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Final

import pytest

import places
from assay.checking import check
from assay.core.errors import InputError
from assay.engines.config import Config
from assay.frontends.task import load
from mutation import mutated

MUTANTS: Final = int(os.environ.get("ASSAY_MUTATED_INPUTS", "40"))
# What a check may take; most mutants are refused at once.
SECONDS: Final = 0.1
EXAMPLES: Final = sorted(
    path
    for path in places.EXAMPLES.iterdir()
    if path.suffix in (".smt2", ".vmt", ".pl", ".smv", ".graph", ".spec", ".aag", ".btor2", ".pnml")
)
MEMORY: Final = b"""1 sort bitvec 1
2 sort bitvec 3
3 sort array 2 2
4 zero 2
5 state 3 memory
6 init 3 5 4
7 input 2 place
8 inc 2 7
9 write 3 5 7 8
10 next 3 5 9
11 read 2 5 4
12 constd 2 -2
13 slice 1 11 2 2
14 uext 2 13 2
15 ite 2 13 11 12
16 eq 1 15 4
17 sgt 1 11 14
18 and 1 16 -17
19 bad 18
20 justice 1 17
"""
NET: Final = b"""<?xml version="1.0"?>
<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
<net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">
<place id="p"><initialMarking><text>3</text></initialMarking></place>
<place id="q"><name><text>q 0</text></name></place>
<transition id="t"/>
<arc id="a" source="p" target="t"><inscription><text>2</text></inscription></arc>
<arc id="b" source="t" target="q"/>
</page></net></pnml>
"""
ORIGINALS: Final = (
    *((path.name, path.read_bytes()) for path in EXAMPLES),
    *((name, text) for name, text in (("memory.btor2", MEMORY), ("net.pnml", NET)) for _ in range(3)),
)


@pytest.mark.parametrize("block", range((MUTANTS + 19) // 20))
def test_mutants_are_checked_or_refused(tmp_path: Path, block: int) -> None:
    for number in range(20 * block, min(20 * (block + 1), MUTANTS)):
        random = Random(number)
        name, content = random.choice(ORIGINALS)
        path = tmp_path / name
        path.write_bytes(mutated(content, random))
        try:
            check(load(path), config=Config(seconds=SECONDS))
        except InputError:
            continue
        except Exception as failure:
            raise AssertionError(f"mutant {number} of {name}") from failure
