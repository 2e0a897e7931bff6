"""Statements as steps and branches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from assay.core.errors import Position
from assay.core.terms import Term, and_, not_, or_
from assay.frontends.c.memory.layout import ADDRESS
from assay.frontends.c.memory.objects import Spot
from assay.frontends.c.memory.scopes import directly
from assay.frontends.c.memory.unwritten import begins_unwritten, mentions
from assay.frontends.c.read.statement_tree import (
    Block,
    Break,
    Case,
    Continue,
    Declare,
    Evaluate,
    Goto,
    If,
    Jump,
    Label,
    Loop,
    Return,
    Statement,
    Switch,
)
from assay.frontends.c.read.tree import Constant, Variable
from assay.frontends.c.read.types import Int, as_int
from assay.frontends.c.translate.automaton import Mark, Point, outcomes
from assay.frontends.c.translate.cleanups import Cleanups

if TYPE_CHECKING:
    from assay.frontends.c.translate.translation import Translation


class Runner:
    """Translates statements at the current point."""

    def __init__(self, translation: Translation) -> None:
        self.t = translation
        self.labels: dict[str, Point] = {}
        self.passed: dict[Point, Label] = {}
        self.breaks: list[Point] = []
        self.continues: list[Point] = []
        self.cases: dict[Case, Point] = {}
        self.enterable: dict[Loop, bool] = {}
        self.cleanups = Cleanups(translation)
        self.depths: dict[Point, int] = {}
        self.handlers: Mapping[type, Callable[[Any], None]] = {
            Evaluate: self._evaluate,
            Block: self._block,
            Declare: self._declare,
            If: self._if,
            Loop: self._loop,
            Switch: self._switch,
            Case: self._case,
            Label: self._label,
            Goto: self._goto,
            Jump: self._computed,
            Break: lambda s: self._jump(self.breaks[-1]),
            Continue: lambda s: self._jump(self.continues[-1]),
            Return: lambda s: self.t.calls.give_back(s.value),
        }

    def run(self, statement: Statement) -> None:
        if not isinstance(statement, Block):
            self.t.where = statement.where
        frame, outer = self.t.frame, self.t.statement
        self.t.statement = _begins(statement)
        taken = frame.taken.copy()
        if self.t.statement is not None or isinstance(statement, Jump):
            self._full_expression()
        self.handlers[type(statement)](statement)
        frame.taken = taken
        self.t.statement = outer

    def _full_expression(self) -> None:
        """An expression begins that is no part of another one."""
        if self.t.validity is not None:
            self.t.validity.lifetimes.expression()

    def _evaluate(self, statement: Evaluate) -> None:
        if self.t.current is not None:
            self.t.values.discard(statement.expression)

    def _block(self, statement: Block) -> None:
        with self._alive(statement if statement.scope else None), self._scope(opened=statement.scope):
            for inner in statement.statements:
                self.run(inner)

    @contextmanager
    def _alive(self, scope: Block | Loop | None) -> Iterator[None]:
        """Variables of a scope live until it is left, where that is checked."""
        validity, shadow = self.t.validity, self.t.memory.shadow
        if validity is None or scope is None:
            yield
            return
        validity.lifetimes.enter(scope)
        if shadow is not None and shadow.jumps.passed(scope):
            self.t.step(self._unwritten(directly(scope)))
        yield
        validity.lifetimes.leave(scope)

    def _unwritten(self, variables: Iterable[Variable]) -> dict[Term, Term]:
        """Variables begin to live, without a value."""
        updates: dict[Term, Term] = {}
        shadow = self.t.memory.shadow
        for variable in variables:
            if shadow is not None and begins_unwritten(variable):
                shadow.fill(self.t.memory.object(variable, self.t.frame), self.t.frame, updates, written=False)
        return updates

    def _jumped_into(self, label: str | Case) -> dict[Term, Term]:
        """What a jump to a label makes of the variables into whose blocks it leads."""
        shadow, validity = self.t.memory.shadow, self.t.validity
        if shadow is None or validity is None:
            return {}
        function = self.t.calls.active[-1].function
        return self._unwritten(shadow.jumps.entered(function, label, validity.lifetimes.open))

    def _gone(self, inner: Statement) -> None:
        """Control came out of a statement, maybe by a jump."""
        if self.t.validity is not None:
            self.t.validity.lifetimes.end_all(inner)

    def _jumped(self) -> None:
        if self.t.validity is not None:
            self.t.validity.lifetimes.jumped()

    # -- scopes that are cleaned up

    @contextmanager
    def _scope(self, *, opened: bool = True) -> Iterator[None]:
        depth = len(self.cleanups)
        yield
        if opened:
            self.cleanups.close(depth)

    @contextmanager
    def inside(self, body: Block) -> Iterator[bool]:
        """Run a block and stay in its scope for more; is anything cleaned up at its end?"""
        with self._alive(body), self._expressions(body), self._scope():
            depth = len(self.cleanups)
            for inner in body.statements:
                self.run(inner)
            yield len(self.cleanups) > depth

    @contextmanager
    def _expressions(self, body: Block) -> Iterator[None]:
        """Those of a statement expression are no part of the expression around it."""
        if self.t.validity is None:
            yield
            return
        with self.t.validity.lifetimes.statement_expression(body):
            yield

    def _jump(self, target: Point) -> None:
        self.cleanups.leave(self.depths.get(target, 0))
        self.t.goto(target)

    def _declare(self, statement: Declare) -> None:
        """A declaration gives its object a new life: its initial value, or any value."""
        declared = statement.variable
        found = self.t.memory.object(declared, self.t.frame)
        spot = Spot(found.start, found, 0)
        shadow = self.t.memory.shadow
        if declared.initial is not None:
            if shadow is not None and mentions(declared):
                self.t.step(self._unwritten((declared,)), statement.where)
            self.t.records.initialise(spot, declared.type, declared.initial, statement.where)
            self.cleanups.declare(declared)
            return
        self.cleanups.declare(declared)
        if self.t.memory.born(found) and not self.labels and not self.continues:
            return
        updates: dict[Term, Term] = {}
        self.t.memory.forget(found, self.t.frame, updates)
        if shadow is not None:
            updates |= self._unwritten((declared,))
        self.t.step(updates, statement.where)

    # -- control

    def _if(self, statement: If) -> None:
        then, otherwise = statement.then, statement.otherwise
        if otherwise is None:
            after, inside = Point(self.t.frame), Point(self.t.frame)
            self.t.branch(statement.condition, inside, after, outcomes(statement.where, inside, after))
            self.t.resume(inside)
            self.run(then)
            self.t.goto(after)
            self.t.resume(after)
            return
        self.t.fork(statement.condition, lambda: self.run(then), lambda: self.run(otherwise), keyword=statement.where)

    def _loop(self, statement: Loop) -> None:
        if self.t.current is None and not self._enterable(statement):
            return
        with self._alive(statement), self._scope():
            self._looped(statement)

    def _looped(self, statement: Loop) -> None:
        if statement.initial is not None:
            self.run(statement.initial)
            self.t.where = statement.where
        head, body, after = (Point(self.t.frame) for _ in range(3))
        following = Point(self.t.frame)
        self.t.notes.loop(statement.where, self.t.frame, head if statement.test_first else following)
        self.t.goto(head if statement.test_first else body)
        if statement.test_first:
            self._test(statement, head, body, after)
        self._inside(statement, body, following, after)
        if statement.test_first:
            self._step(statement, following, head)
        else:
            self._test(statement, following, body, after)
        self.t.resume(after)

    def _enterable(self, statement: Loop) -> bool:
        """Can control come into the loop by a label inside it?"""
        known = self.enterable.get(statement)
        if known is None:
            known = self.enterable[statement] = any(isinstance(s, Label | Case) for s in inside(statement.body))
        return known

    def _test(self, statement: Loop, head: Point, body: Point, after: Point) -> None:
        self.t.current = head.resolved()
        self.t.where, self.t.statement = statement.where, statement.tests
        if not statement.test_first:
            self._gone(statement.body)
        if self.t.validity is not None:
            self._full_expression()
            if not _never_again(statement):
                self.t.validity.loop()
        if statement.condition is None:
            self.t.goto(body)
        else:
            keyword = statement.where if statement.test_first else None
            self.t.branch(statement.condition, body, after, outcomes(keyword, body, after))

    def _inside(self, statement: Loop, body: Point, following: Point, after: Point) -> None:
        self.t.current = body.resolved()
        self.breaks.append(after)
        self.continues.append(following)
        self.depths[after] = self.depths[following] = len(self.cleanups)
        self.run(statement.body)
        self.breaks.pop()
        self.continues.pop()
        self.t.goto(following)

    def _step(self, statement: Loop, following: Point, head: Point) -> None:
        self.t.current = following.resolved()
        self.t.where, self.t.statement = statement.where, statement.steps
        self._gone(statement.body)
        if statement.step is not None:
            self._full_expression()
            self.t.values.discard(statement.step)
        self.t.goto(head)

    def _label(self, statement: Label) -> None:
        point = self._label_point(statement.name)
        self.passed[point] = statement
        self.t.goto(point)
        self.t.current = point.resolved()
        self._jumped()
        self.run(statement.statement)

    def _label_point(self, name: str) -> Point:
        point = self.labels.get(name)
        if point is None:
            point = self.labels[name] = Point(self.t.frame)
        return point

    def _goto(self, statement: Goto) -> None:
        self.cleanups.leave_for(statement.label)
        self.t.step(self._jumped_into(statement.label))
        self.t.goto(self._jumped_to(statement.label))

    def _jumped_to(self, name: str) -> Point:
        point = self._label_point(name)
        if point in self.passed:
            self.t.notes.loop(self.passed[point].where, self.t.frame, point, labelled=True)
            if self.t.validity is not None:
                self.t.validity.loop()
        return point

    def _computed(self, statement: Jump) -> None:
        """Compare the target with each label; a proof must show that no jump goes elsewhere, which is undefined.

        Clang refuses one that leaves a scope with a cleanup.
        """
        pointer, made = self.t.values.value(statement.target), self.t.memory.pointer
        known: list[Term] = []
        for name, address in statement.labels:
            known.append(self.t.encoding.compare("==", pointer, self.t.values.value(address), made))
            self.t.leave(self._jumped_to(name), known[-1], self._jumped_into(name))
        self.t.beyond(not_(or_(*known)))

    # -- switch

    def _switch(self, statement: Switch) -> None:
        made = as_int(statement.value.type)
        value = self.t.values.value(statement.value)
        if statement.value in self.t.points_to.loose:
            value = self.t.memory.unknown(ADDRESS, made)
        after = Point(self.t.frame)
        default, entered = after, {}
        rest: list[Term] = []
        for case in cases(statement.body):
            point = self.cases[case] = Point(self.t.frame)
            if case.values is None:
                default, entered = point, self._jumped_into(case)
                continue
            guard = self._matches(value, case.values, made)
            one = case.values[0] == case.values[1]
            outcome = Mark(statement.where, str(case.values[0])) if one else None
            self.t.leave(point, guard, self._jumped_into(case), mark=outcome)
            rest.append(guard)
        mark = Mark(statement.where, "default") if default is not after else None
        self.t.leave(default, not_(or_(*rest)), entered, mark=mark)
        self.t.current = None
        self.breaks.append(after)
        self.depths[after] = len(self.cleanups)
        self.run(statement.body)
        self.breaks.pop()
        self.t.goto(after)
        self.t.resume(after)
        self._gone(statement.body)

    def _matches(self, value: Term, values: tuple[int, int], made: Int) -> Term:
        encoding = self.t.encoding
        low, high = (encoding.constant(bound, made) for bound in values)
        if values[0] == values[1]:
            return encoding.compare("==", value, low, made)
        return and_(encoding.compare(">=", value, low, made), encoding.compare("<=", value, high, made))

    def _case(self, statement: Case) -> None:
        point = self.cases[statement]
        self.t.goto(point)
        self.t.resume(point)
        self._jumped()
        self.run(statement.statement)


def _begins(statement: Statement) -> Position | None:
    """Where the statement begins, or the expression that it evaluates first."""
    match statement:
        case Evaluate() | Declare() | Return():
            return statement.where
        case If() | Switch():
            return statement.tests
        case _:
            return None


def _never_again(statement: Loop) -> bool:
    """Has the loop one round, as in ``do { ... } while (0)``?"""
    return isinstance(statement.condition, Constant) and not statement.condition.value


def inside(statement: Statement | None) -> Iterator[Statement]:
    """A statement and all in it, in source order; inner switches are entered, expressions are not."""
    stack: list[Statement | None] = [statement]
    while stack:
        found = stack.pop()
        if found is not None:
            yield found
            stack.extend(reversed(_parts(found, switches=True)))


def cases(statement: Statement | None) -> Iterator[Case]:
    """The case labels of a switch, in source order; those of inner switches belong to them."""
    stack: list[Statement | None] = [statement]
    while stack:
        found = stack.pop()
        if found is not None:
            if isinstance(found, Case):
                yield found
            stack.extend(reversed(_parts(found, switches=False)))


def _parts(statement: Statement, *, switches: bool) -> list[Statement | None]:
    match statement:
        case Case() | Label():
            return [statement.statement]
        case Block():
            return list(statement.statements)
        case If():
            return [statement.then, statement.otherwise]
        case Loop():
            return [statement.initial, statement.body]
        case Switch() if switches:
            return [statement.body]
        case _:
            return []
