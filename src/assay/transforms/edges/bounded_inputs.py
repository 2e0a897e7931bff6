"""Inputs between bounds instead of remainders: any number modulo n is any number below n.

An integer that is read as a value of a type is an input reduced to the type's range.  Where an input occurs in one
remainder only, that remainder may be anything in its range, so a bounded input takes its place.
"""

from __future__ import annotations

from assay.core.model import Edge, Model
from assay.core.roles import Lowered
from assay.core.terms import Op, Term, and_, ge, integer, le, linear, post_order, sub
from assay.core.terms.rebuild import rebuild
from assay.core.terms.sorts import INT
from assay.transforms.edges.compose import fresh
from assay.transforms.edges.history import Rewritten
from assay.transforms.edges.reduction import rewired_each


def with_bounded_inputs(model: Model) -> Lowered:
    """The model where an input that only matters modulo a number is one between bounds."""
    return rewired_each(model, _with_bounded_inputs)


def _with_bounded_inputs(edge: Edge) -> tuple[Edge, Rewritten]:
    uses = _remainders(edge)
    if not uses:
        return edge, Rewritten(edge)
    taken = {*edge.source.variables, *edge.inputs, *edge.target.variables}
    built: dict[Term, Term] = {}
    definitions: list[tuple[Term, Term]] = []
    limits: list[Term] = []
    for symbol, remainder in uses.items():
        constant = int(linear(remainder.args[0])[1])
        size = int(remainder.args[1].number)
        name = fresh(symbol, taken)
        taken.add(name)
        built[remainder] = sub(name, integer(-constant))
        definitions.append((symbol, name))
        limits += [ge(name, integer(-constant)), le(name, integer(size - 1 - constant))]
    gone = frozenset(uses)
    guard = and_(_replaced(edge.guard, built, gone), *limits)
    updates = {symbol: _replaced(value, built, gone) for symbol, value in edge.updates.items()}
    smaller = Edge(edge.name, edge.source, edge.target, guard, updates, edge.origin)
    return smaller, Rewritten(edge, tuple(definitions))


def _remainders(edge: Edge) -> dict[Term, Term]:
    """Inputs that occur in one remainder only, alone but for a constant; with that remainder."""
    inputs = [symbol for symbol in edge.inputs if symbol.sort is INT]
    if not inputs:
        return {}
    roots = (edge.guard, *edge.updates.values())
    users: dict[Term, set[Term | None]] = {root: {None} for root in roots}
    for term in post_order(*roots):
        for arg in term.args:
            users.setdefault(arg, set()).add(term)
    found: dict[Term, Term] = {}
    for symbol in inputs:
        user = _only(users[symbol])
        if user is not None and user.op is Op.ADD and linear(user)[0] == {symbol: 1}:
            user = _only(users[user])
        if user is not None and user.op is Op.MOD and user.args[1].is_const and int(user.args[1].number) > 0:
            found[symbol] = user
    return found


def _only(users: set[Term | None]) -> Term | None:
    return next(iter(users)) if len(users) == 1 else None


def _replaced(root: Term, built: dict[Term, Term], gone: frozenset[Term]) -> Term:
    """The term without the inputs that are ``gone``; what was ``built`` for its parts is used, and noted."""
    if root not in built and gone.isdisjoint(root.free):
        return root
    pending = [root]
    while pending:
        term = pending[-1]
        if term in built:
            pending.pop()
        elif gone.isdisjoint(term.free):
            built[pending.pop()] = term
        elif missing := [arg for arg in term.args if arg not in built]:
            pending.extend(missing)
        else:
            pending.pop()
            built[term] = rebuild(term, tuple(built[arg] for arg in term.args))
    return built[root]
