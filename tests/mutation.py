"""Files that are nearly right: bytes flipped, lines dropped, doubled or exchanged, numbers changed, ends cut off."""

from __future__ import annotations

import re
from random import Random
from typing import Final

_NUMBER: Final = re.compile(rb"\d+")
_NUMBERS: Final = (b"0", b"1", b"-1", b"2", b"7", b"64", b"4294967296", b"99999999999999999999")
_ODD: Final = (
    b"\r",
    b"\x00",
    b"\x0c",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\xe2\x80\xa8",
    b"\xc2\x85",
    b"(",
    b")",
    b";",
    b"|",
    b" ",
)


def mutated(content: bytes, random: Random) -> bytes:
    """``content`` with one to three mistakes in it."""
    for _ in range(random.randrange(1, 4)):
        content = _mutated_once(content, random)
    return content


def _mutated_once(content: bytes, random: Random) -> bytes:
    place = random.randrange(len(content) + 1)
    lines = content.split(b"\n")
    first, second = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(9):
        case 0 if place < len(content):
            return content[:place] + bytes([content[place] ^ 1 << random.randrange(8)]) + content[place + 1 :]
        case 1:
            return content[:place]
        case 2:
            del lines[first]
        case 3:
            lines.insert(second, lines[first])
        case 4:
            lines[first], lines[second] = lines[second], lines[first]
        case 5:
            return content[:place] + random.choice(_ODD) + content[place:]
        case 6:
            words = lines[first].split(b" ")
            random.shuffle(words)
            lines[first] = b" ".join(words)
        case _:
            found = list(_NUMBER.finditer(content))
            if found:
                number = random.choice(found)
                return content[: number.start()] + random.choice(_NUMBERS) + content[number.end() :]
    return b"\n".join(lines)
