"""``import``, which Yosys does not know: each name it brings in is written with its package (IEEE 1800-2017, 26.3).

Read are imports at the top of a file, which are for the rest of it, and those of a module, in its head or its body, of
parameters, types, values of enumerations, functions and tasks.  Limits: what the module, or the rest of the file,
declares again anywhere, and what two packages have, is refused where it is used; other imports are left to Yosys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from assay.core.errors import InputError, Unsupported
from assay.frontends.verilog.edits import Edit, edited
from assay.frontends.verilog.named_types import named_types
from assay.frontends.verilog.shadowing import declared, declared_outside
from assay.frontends.verilog.tokens import Token, tokens_of

_MODULES: Final = {"module": "endmodule", "macromodule": "endmodule"}
_SCOPES: Final = {**_MODULES, "package": "endpackage", "interface": "endinterface"}
_INNER: Final = {"function": 1, "endfunction": -1, "task": 1, "endtask": -1, "begin": 1, "end": -1}


class _Package(NamedTuple):
    """What a package has, and which of these names are types."""

    names: frozenset[str]
    types: frozenset[str]


class _Import(NamedTuple):
    """The packages of names that are brought in between two places; and the words of the statement."""

    names: Mapping[str, frozenset[str]]
    start: int
    end: int
    words: range


def with_packages(texts: Sequence[str]) -> list[str]:
    """The texts without imports; lines stay where they are."""
    if not any("import" in text for text in texts):
        return list(texts)
    read = [list(tokens_of(text)) for text in texts]
    packages = dict(found for tokens in read for found in _packages(tokens))
    types = frozenset(name for package in packages.values() for name in package.types)
    found = []
    for text, tokens in zip(texts, read, strict=True):
        imports = list(_imports(tokens, packages))
        edits: list[Edit] = []
        for one in imports:
            start, end = tokens[one.words.start].start, tokens[one.words.stop - 1].end
            edits.append((start, end, "\n" * text.count("\n", start, end)))
        found.append(edited(text, (*edits, *_qualified(tokens, imports, types))))
    return found


def _packages(tokens: Sequence[Token]) -> Iterator[tuple[str, _Package]]:
    """What packages have, by their names."""
    for start, token in enumerate(tokens):
        if token.text == "package":
            end = next((k for k in range(start, len(tokens)) if tokens[k].text == "endpackage"), len(tokens))
            head = next((k for k in range(start, end) if tokens[k].text == ";"), end)
            body = tokens[head + 1 : end]
            names = frozenset(word.text for word in declared_outside(body))
            types = frozenset(body[named.name].text for named in named_types(body))
            yield tokens[head - 1].text, _Package(names, types)


def _imports(tokens: Sequence[Token], packages: Mapping[str, _Package]) -> Iterator[_Import]:
    opened, inner = "", 0
    for place, token in enumerate(tokens):
        if token.text in _SCOPES and not opened:
            opened, inner = token.text, 0
        elif opened and token.text == _SCOPES[opened]:
            opened = ""
        inner += _INNER.get(token.text, 0)
        if token.text != "import" or inner or opened not in ("", *_MODULES):
            continue
        stop = next((k for k in range(place, len(tokens)) if tokens[k].text == ";"), len(tokens) - 1) + 1
        names = _brought(tokens[place + 1 : stop - 1], packages)
        if names is None:
            continue
        last = _SCOPES.get(opened, "")
        end = next((k for k in range(stop, len(tokens)) if tokens[k].text == last), len(tokens))
        yield _Import(names, stop, end, range(place, stop))


def _brought(words: Sequence[Token], packages: Mapping[str, _Package]) -> Mapping[str, frozenset[str]] | None:
    """The packages of each name; nothing for what is not understood."""
    found: dict[str, frozenset[str]] = {}
    parts = [words[start : start + 3] for start in range(0, len(words), 4)]
    if any(words[start].text != "," for start in range(3, len(words), 4)):
        return None
    for part in parts:
        if len(part) != 3 or part[1].text != "::":
            return None
        if part[0].text not in packages:
            hint = "name the file that has it as well"
            raise InputError(f"import from {part[0].text}, a package that no file has", part[0].spot, hint)
        package, name = part[0].text, part[2].text
        for each in packages[package].names if name == "*" else (name,):
            found[each] = found.get(each, frozenset()) | {package}
    return found


def _qualified(tokens: Sequence[Token], imports: Sequence[_Import], types: frozenset[str]) -> Iterator[Edit]:
    """Names with their packages, of which some are ``types``."""
    again: dict[tuple[int, int], frozenset[str]] = {}
    for one in imports:
        again[one.start, one.end] = frozenset(word.text for word in declared(_without_packages(tokens, one), types))
    skipped = {place for one in imports for place in one.words}
    for place, token in enumerate(tokens):
        word = token.text.removesuffix("'")
        around = [one for one in imports if one.start <= place < one.end and word in one.names]
        if not around or place in skipped or _has_owner(tokens, place) or _in_package(tokens, place):
            continue
        hint = "write it with its package"
        packages = frozenset(name for one in around for name in one.names[word])
        if len(packages) > 1:
            raise Unsupported(f"{word}, which several packages have", token.spot, hint)
        if any(word in again[one.start, one.end] for one in around):
            raise Unsupported(f"{word}, which is imported and declared as well", token.spot, hint)
        yield token.start, token.start, f"{next(iter(packages))}::"


def _has_owner(tokens: Sequence[Token], place: int) -> bool:
    """Does the name belong to what stands before it, or is it that of a package?"""
    before, behind = tokens[place - 1].text if place else "", tokens[place + 1].text if place + 1 < len(tokens) else ""
    return before in (".", "::") or behind == "::"


def _in_package(tokens: Sequence[Token], place: int) -> bool:
    """Is this a word of a package, which has its own names?"""
    for number in range(place, -1, -1):
        if tokens[number].text in ("package", "endpackage"):
            return tokens[number].text == "package"
    return False


def _without_packages(tokens: Sequence[Token], one: _Import) -> list[Token]:
    """The words for which an import is, and before it those of the head of its module, but for packages."""
    start = one.start
    if any(word in _MODULES for word in _since_end(tokens, one.words.start)):
        start = max(k for k in range(one.words.start) if tokens[k].text in _MODULES)
    kept, inside = [], False
    for number in range(start, one.end):
        inside = (inside or tokens[number].text == "package") and tokens[number].text != "endpackage"
        if not inside and number not in one.words:
            kept.append(tokens[number])
    return kept


def _since_end(tokens: Sequence[Token], place: int) -> list[str]:
    """The words before a place, back to the end of a module or package."""
    found = []
    for number in range(place - 1, -1, -1):
        if tokens[number].text in _SCOPES.values():
            break
        found.append(tokens[number].text)
    return found
