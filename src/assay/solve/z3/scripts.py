"""SMT-LIB text through z3's own parser into our terms.

Our terms have no predicates and no quantifiers.  So in the propositional structure of an assertion an application of an
uninterpreted predicate, and a quantified formula, are each replaced by a Boolean variable of its own; two tables say
what these stand for.  Quantified variables become variables with names that occur nowhere else in the assertion.
The text should hold declarations, definitions and assertions only: other commands make z3 print, or do nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from assay.core.errors import AssayError
from assay.core.terms import Term, variable
from assay.core.terms.sorts import BOOL, Sort
from assay.solve.z3.context import Z3Context
from assay.solve.z3.reading import from_z3

_ERROR: Final = re.compile(r'\(error "line (\d+) column (\d+): (.*?)"\)\s*(?:\n|\Z)', re.DOTALL)

# After an error z3's parser goes on somewhere in the text, and would tell the terminal about what it meets there.
_QUIET: Final = '(set-option :diagnostic-output-channel "/dev/null")\n'
_CONNECTIVES: Final = ("AND", "OR", "NOT", "IMPLIES", "ITE", "EQ", "IFF", "XOR", "DISTINCT")


@dataclass(frozen=True)
class Application:
    """An uninterpreted predicate with its arguments."""

    predicate: str
    arguments: tuple[Term, ...] = ()

    @property
    def sorts(self) -> tuple[Sort, ...]:
        return tuple(argument.sort for argument in self.arguments)


@dataclass(frozen=True)
class Quantified:
    """``forall`` (or ``exists``) ``variables: body``"""

    universal: bool
    variables: tuple[Term, ...]
    body: Term


@dataclass(frozen=True)
class Formula:
    """An assertion; ``applications`` and ``quantified`` say what the Boolean variables among their keys stand for."""

    term: Term
    applications: Mapping[Term, Application]
    quantified: Mapping[Term, Quantified]


class SyntaxComplaint(AssayError):
    """z3's parser rejects the text; line and column count from 1."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


class Script:
    """The assertions of an SMT-LIB text, read on demand.

    ``reserved`` are the names of declared constants; quantified variables are renamed apart from them.
    """

    def __init__(self, text: str, reserved: Collection[str] = ()) -> None:
        self._context = Z3Context()
        self._reserved = frozenset(reserved)
        self._assertions = self._parse(text)

    def _parse(self, text: str) -> list[int]:
        context, api = self._context, self._context.api
        api.global_param_set(b"warning", b"false")
        # z3 counts columns from 1 on the first line and from 0 on the others: the text starts on the second.
        vector = api.parse_smtlib2_string(context.raw, (_QUIET + text).encode(), 0, None, None, 0, None, None)
        if api.get_error_code(context.raw):
            raise _complaint(str(context.complaint()))
        api.ast_vector_inc_ref(context.raw, vector)
        size = api.ast_vector_size(context.raw, vector)
        return [api.ast_vector_get(context.raw, vector, index) for index in range(size)]

    def __len__(self) -> int:
        return len(self._assertions)

    def assertion(self, index: int) -> Formula:
        """The assertion ``index``, in order of the text; ``Unsupported`` if our terms cannot say it."""
        return _Opening(self._context, self._reserved).formula(self._assertions[index])


def _complaint(text: str) -> SyntaxComplaint:
    found = _ERROR.search(text)
    if found is None:
        return SyntaxComplaint(" ".join(text.split()), 1, 1)
    line, column, message = found.groups()
    return SyntaxComplaint(" ".join(message.split()), max(int(line) - 1, 1), int(column) + 1)


class _Opening:
    """Reads one assertion, its quantifiers opened one after the other."""

    def __init__(self, context: Z3Context, reserved: Collection[str]) -> None:
        self._context = context
        self._taken = set(reserved)
        self._applications: dict[Term, Application] = {}
        self._quantified: dict[Term, Quantified] = {}

    def formula(self, root: int) -> Formula:
        opened: list[tuple[Term, bool, tuple[Term, ...]]] = []
        results: list[Term] = []
        # Scopes in the order in which their quantifiers are met; the first is the assertion itself.
        scopes: list[tuple[int, tuple[Term, ...]]] = [(root, ())]
        for raw, bound in scopes:
            known: dict[int, Term] = {}
            for node in self._propositional(raw):
                if self._is_quantifier(node):
                    mark, universal, variables = self._quantifier(node)
                    known[node] = mark
                    opened.append((mark, universal, variables))
                    body = self._context.api.get_quantifier_body(self._context.raw, node)
                    scopes.append((body, (*reversed(variables), *bound)))
                else:
                    known[node] = self._application(node, bound, known)
            results.append(from_z3(self._context, raw, bound, known))
        for (mark, universal, variables), body in zip(opened, results[1:], strict=True):
            self._quantified[mark] = Quantified(universal, variables, body)
        return Formula(results[0], self._applications, self._quantified)

    def _fresh(self, wanted: str, sort: Sort) -> Term:
        name, number = wanted, 0
        while name in self._taken:
            number += 1
            name = f"{wanted}!{number}"
        self._taken.add(name)
        return variable(name, sort)

    def _is_quantifier(self, raw: int) -> bool:
        api = self._context.api
        return bool(api.get_ast_kind(self._context.raw, raw) == api.kinds.Z3_QUANTIFIER_AST)

    def _propositional(self, root: int) -> Iterator[int]:
        """The quantifiers and applications that ``root`` combines by connectives, each once."""
        context, api, kinds = self._context.raw, self._context.api, self._context.api.kinds
        connectives = frozenset(getattr(kinds, "Z3_OP_" + name) for name in _CONNECTIVES)
        truth = self._context.raw_sort(BOOL)
        seen: set[int] = set()
        stack = [root]
        while stack:
            raw = stack.pop()
            if raw in seen:
                continue
            seen.add(raw)
            kind = api.get_ast_kind(context, raw)
            if kind == kinds.Z3_QUANTIFIER_AST and not api.is_lambda(context, raw):
                yield raw
            if kind != kinds.Z3_APP_AST:
                continue
            count = api.get_app_num_args(context, raw)
            if not count:
                continue
            operator = api.get_decl_kind(context, api.get_app_decl(context, raw))
            if operator == kinds.Z3_OP_UNINTERPRETED:
                if api.get_sort(context, raw) == truth:
                    yield raw
            elif operator in connectives:
                arguments = [api.get_app_arg(context, raw, index) for index in range(count)]
                if api.get_sort(context, arguments[-1]) == truth:
                    stack.extend(reversed(arguments))

    def _application(self, raw: int, bound: tuple[Term, ...], known: dict[int, Term]) -> Term:
        context, api = self._context, self._context.api
        arguments = tuple(
            from_z3(context, api.get_app_arg(context.raw, raw, index), bound, known)
            for index in range(api.get_app_num_args(context.raw, raw))
        )
        name = context.declared_name(raw)
        mark = self._fresh(f"%{name}", BOOL)
        self._applications[mark] = Application(name, arguments)
        return mark

    def _quantifier(self, raw: int) -> tuple[Term, bool, tuple[Term, ...]]:
        context, api = self._context, self._context.api
        variables = tuple(
            self._fresh(
                context.symbol_text(api.get_quantifier_bound_name(context.raw, raw, index)),
                context.sort(api.get_quantifier_bound_sort(context.raw, raw, index)),
            )
            for index in range(api.get_quantifier_num_bound(context.raw, raw))
        )
        universal = bool(api.is_quantifier_forall(context.raw, raw))
        return self._fresh("%forall" if universal else "%exists", BOOL), universal, variables
