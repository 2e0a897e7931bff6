"""``import``, which Yosys does not know: names of packages get the package before them, as in ``p::name``.

A name that is declared again where it is imported is refused, and so is one that several packages have: which of them
is meant depends on places and on uses (IEEE 1800-2017, 26.3).  Limit: outside of modules and packages nothing is named
so, and Yosys refuses it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from assay.core.errors import Unsupported
from assay.frontends.verilog.concurrent.definitions import NAME, split
from assay.frontends.verilog.edits import Edit, edited
from assay.frontends.verilog.shadowing import declared_names, top_names
from assay.frontends.verilog.tokens import Token, tokens_of

_SCOPES: Final = {
    "module": "endmodule",
    "macromodule": "endmodule",
    "package": "endpackage",
    "interface": "endinterface",
}
_ALL: Final = "*"

Packages = Mapping[str, frozenset[str]]


def without_imports(texts: Sequence[str]) -> list[str]:
    """The texts with whole names; lines stay where they are."""
    if not any("import" in text for text in texts):
        return list(texts)
    read = [list(tokens_of(text)) for text in texts]
    packages = {
        tokens[start + 1].text: frozenset(token.text for token in top_names(tokens[start + 3 : end]))
        for tokens in read
        for start, end in _scopes(tokens)
        if tokens[start].text == "package"
    }
    return [edited(text, _edits(tokens, packages)) for text, tokens in zip(texts, read, strict=True)]


def _edits(tokens: Sequence[Token], packages: Packages) -> Iterator[Edit]:
    scopes = list(_scopes(tokens))
    imports = list(_imports(tokens))
    skipped = {place for start, end in imports for place in range(start, end)}
    # Line breaks stay, as nothing but words is left out.
    yield from ((tokens[place].start, tokens[place].end, "") for place in skipped)
    inside = {place for first, last in scopes for place in range(first, last)}
    for first, last in scopes:
        known: dict[str, str] = {}
        for start, end in imports:
            if first < start < last or (start < first and start not in inside):
                _add(known, tokens[start:end], packages)
        if known:
            yield from _named([tokens[place] for place in range(first, last) if place not in skipped], known)


def _named(tokens: Sequence[Token], known: Mapping[str, str]) -> Iterator[Edit]:
    own = next((token for token in declared_names(tokens, known) if token.text in known), None)
    if own is not None:
        package = known[own.text]
        hint = "give one of them another name, or write its package before the other in place of an import"
        raise Unsupported(f"{own.text} is declared here, and imported from {package}", own.spot, hint)
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        word = token.text.removesuffix("'")
        if word in known and before.text not in (".", "::") and after.text != "::":
            yield token.start, token.start, f"{known[word]}::"


def _add(known: dict[str, str], tokens: Sequence[Token], packages: Packages) -> None:
    """The names that an import gives, with their packages."""
    for part in split(tokens[1:-1]):
        words = [token.text for token in part]
        if len(words) != 3 or words[1] != "::" or words[0] not in packages:
            raise Unsupported(f"import of {''.join(words)}, which no package has", tokens[0].spot)
        names: Iterable[str] = packages[words[0]] if words[2] == _ALL else (words[2],)
        for name in names:
            if known.setdefault(name, words[0]) != words[0]:
                hint = "write the package before the name in place of an import"
                raise Unsupported(f"{name} is imported from {known[name]} and {words[0]}", tokens[0].spot, hint)


def _imports(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Where imports from packages begin and end; others are of functions in C."""
    for start, token in enumerate(tokens[:-1]):
        if token.text == "import" and NAME.fullmatch(tokens[start + 1].text):
            yield start, next((end + 1 for end in range(start, len(tokens)) if tokens[end].text == ";"), len(tokens))


def _scopes(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    start = None
    for place, token in enumerate(tokens):
        if start is None and token.text in _SCOPES:
            start = place
        elif start is not None and token.text == _SCOPES[tokens[start].text]:
            yield start, place + 1
            start = None
