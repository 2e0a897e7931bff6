"""Which objects may a pointer point to?  One flow-insensitive pass over everything that main can reach.

Every scalar is followed, integers too, so pointers that travel as integers or byte by byte are not lost.  Functions are
entered when a call, or a pointer that is called, can reach them; a global's initialiser when the global is mentioned.
A function without a body returns a pointer to memory of its own, or to all that is known outside (``externals``); the
allocators' memory is a class for each call site.
"""

from __future__ import annotations

from functools import cached_property
from math import prod

from assay.core.errors import Position
from assay.frontends.c.library.externals import Externals, Outside
from assay.frontends.c.library.known import Role, role
from assay.frontends.c.library.sources import FINISH
from assay.frontends.c.library.tested import tested_calls
from assay.frontends.c.memory.addresses import Addresses, Loose
from assay.frontends.c.memory.flows import Direct, Flows, IndirectCall
from assay.frontends.c.memory.once import Survey, called_once, inlined_once
from assay.frontends.c.memory.points_to_graph import Graph, Handle, Node
from assay.frontends.c.memory.scopes import Scopes
from assay.frontends.c.read.linkage import Linked
from assay.frontends.c.read.statement_tree import (
    Block,
    Case,
    Declare,
    Evaluate,
    If,
    Jump,
    Label,
    Loop,
    Return,
    Statement,
    Switch,
)
from assay.frontends.c.read.tree import (
    Assign,
    Call,
    Compare,
    Conditional,
    Constant,
    Convert,
    Expression,
    Function,
    Initial,
    Load,
    Named,
    StatementExpression,
    Variable,
)
from assay.frontends.c.read.types import INT, UNSIGNED_CHAR, Array, Pointer, Record, Type, Void, cover, pieces
from assay.frontends.c.read.variadic import NUMBER, extras, reserve

# An allocation of more bytes than this is on the heap even if it happens once.
LARGEST_OBJECT = 4096


class PointsTo:
    """The analysis.  After ``run`` the graph is final."""

    def __init__(self, reader: Linked, externals: Externals, *, padded: bool = False) -> None:
        self.reader = reader
        self.padded = padded  # are bytes between the members of structs copied, too?
        self.externals = externals
        self.outside = Outside(self)
        self.graph = Graph()
        self.absolute = self.graph.fresh(dynamic=True)  # whatever lies at addresses that the program makes up
        self.reached: dict[str, Function] = {}
        self.globals: dict[Variable, None] = {}
        self.arguments: dict[Call, list[Handle | None]] = {}
        self._variables: dict[Variable, Handle] = {}
        self._results: dict[str, Variable] = {}
        self._sites: dict[Call, Handle] = {}
        self.indirect: dict[Call, IndirectCall] = {}
        self._direct: dict[tuple[Call, str], Direct] = {}
        self._records: dict[Call | Conditional, Variable] = {}
        self._work: list[Function] = []
        self._initialisers: list[Variable] = []
        self._once: set[Call] = set()
        self._discarded: set[Call] = set()
        self._allocated: dict[Call, Variable] = {}
        self.errno = Variable("errno", INT, reader.main().where, local=False, external=True)
        self._homes: dict[Variable, str] = {}
        self.ordered: dict[Compare, tuple[Handle, Handle]] = {}
        self.exposed = False  # is a pointer made an integer?
        self.frees = False
        self.freed: list[Handle] = []
        self.resizes = False  # is memory given another size?
        self.lengths: dict[Call, Variable] = {}  # allocations that are arrays of variable length
        self.allocations: dict[Call, Handle] = {}
        self.moves: dict[Expression, Handle] = {}  # pointers that are computed, and what they move along
        self.follows = False  # is a pointer followed?
        self.touches = False  # is any memory accessed but by the name of a variable, allocated or freed?
        self.loose: dict[Expression, Loose] = {}
        self.flows = Flows(self)

    def run(self, main: Function) -> None:
        around = self._around()
        if self.reader.mentions(b"alloc") and not around:
            self._once = called_once(self.reader, main)
        for function in (main, *around):
            self._enter(function)
        while self._work or self._initialisers or self._link() or self._spread():
            while self._initialisers:
                variable = self._initialisers.pop()
                self.initialise(self.of_variable(variable), self.reader.initial(variable))
            if self._work:
                self._function(self._work.pop())
        addresses = Addresses(self)
        addresses.order()
        if self.exposed:
            addresses.run()
        self.loose = addresses.loose

    def _around(self) -> tuple[Function, ...]:
        """What runs before and behind main."""
        return (*self.reader.constructors(), *self.handlers(), *self.reader.destructors())

    def _spread(self) -> bool:
        return self.externals is Externals.ANY and self.outside.spread()

    # -- what the translation asks

    def handlers(self) -> tuple[Function, ...]:
        """What runs the functions that the program registers for its end, if it may register any."""
        return self._handlers

    @cached_property
    def _handlers(self) -> tuple[Function, ...]:
        if not self.reader.mentions(b"atexit"):
            return ()
        survey = Survey(self.reader)
        for function in (*self.reader.constructors(), self.reader.main(), *self.reader.destructors()):
            survey.read(function)
        callees = [site.call.callee for sites in survey.sites.values() for site in sites]
        names = survey.taken.union(callee.name for callee in callees if isinstance(callee, Function))
        if not any("atexit" in name for name in names):
            return ()
        found = self.reader.function(FINISH)
        return (found,) if found.defined else ()

    def of_variable(self, variable: Variable) -> Handle:
        found = self._variables.get(variable)
        if found is None:
            found = self._variables[variable] = self.graph.fresh()
            found.node.variables.append((variable, 0))
            if not variable.local:
                self.globals[variable] = None
                self._initialisers.append(variable)
                if variable.external:
                    found.node.dynamic = not isinstance(variable.type, Pointer) and variable.type.size == 0
        return found

    def declared(self, variable: Variable) -> Handle:
        """A variable of the function that is being read."""
        self._homes[variable] = self._current.name
        return self.of_variable(variable)

    def lives_in(self, variable: Variable, function: str) -> bool:
        """Does a call of the function (the program itself, if it has no name) begin with an instance of this?"""
        return self._homes.get(variable) == function if variable.local else not function

    def result_of(self, function: Function) -> Variable:
        """The variable that stands for what a function returns."""
        found = self._results.get(function.name)
        if found is None:
            found = Variable(f"{function.name}.result", function.type.result, function.where, local=True)
            self._results[function.name] = found
        return found

    def site_variable(self, call: Call) -> Variable:
        """The variable that holds the record which a call returns."""
        return self._holder(call, "returned", call.where)

    def chosen(self, expression: Conditional) -> Variable:
        """The variable that holds the record which a conditional chooses."""
        return self._holder(expression, "chosen", expression.mark or self._current.where)

    def _holder(self, expression: Call | Conditional, name: str, where: Position) -> Variable:
        found = self._records.get(expression)
        if found is None:
            found = self._records[expression] = Variable(name, expression.type, where, local=True)
        return found

    def allocated(self, call: Call) -> Variable | None:
        """The object that an allocation makes, if it happens at most once and its size is a constant."""
        found = self._allocated.get(call)
        if found is None and call in self._once and not _resizes(call):
            size = constant_size(call)
            if size is not None and 0 < size <= LARGEST_OBJECT:
                assert isinstance(call.callee, Function)
                name = f"{call.callee.name}@{call.where.line}"
                made = Array(UNSIGNED_CHAR, size)
                found = Variable(name, made, call.where, local=False, external=True)
                self._allocated[call] = found
        return found

    def copied(self, whole: Type) -> list[tuple[int, int]]:
        """Offset and size of what is copied with an object of a type by an assignment."""
        return pieces(whole) if self.padded else cover(whole)

    def made(self) -> frozenset[Variable]:
        """The objects like declared ones that allocations make."""
        return frozenset(self._allocated.values())

    def candidates(self, call: Call) -> list[Function]:
        """The functions that a call through a pointer may reach, by name."""
        indirect = self.indirect.get(call)
        if indirect is None:
            return []
        return [f for _, f in sorted(self.graph.find(indirect.callee).node.functions.items())]

    def direct(self, call: Call, function: Function) -> Direct | None:
        """The direct call that a call through a pointer is if it reaches ``function``; None if that is inlined."""
        if function.defined and role(function) is not Role.ERROR:
            return None
        found = self._direct.get((call, function.name))
        if found is None:
            given = [Variable(f"argument{n}", a.type, call.where, local=True) for n, a in enumerate(call.arguments)]
            loads: list[Expression] = [Load(v.type, Named(v.type, v), effects=False) for v in given]
            made = self.reader.expressions.direct_call(call, function, loads)
            found = self._direct[call, function.name] = Direct(given, made)
        return found

    def is_discarded(self, call: Call) -> bool:
        """Is the result of the call left unused?"""
        return call in self._discarded

    def unfollowed(self, call: Call) -> bool:
        """Is the pointer through which a call goes made of integers that lead nowhere?"""
        indirect = self.indirect.get(call)
        return indirect is not None and self.graph.find(indirect.callee).node.lost

    @cached_property
    def used_results(self) -> frozenset[str]:
        """The functions with a call whose result is used.  To be asked when the analysis is over."""
        used = [call.callee for call in self.arguments if call not in self._discarded]
        return frozenset(callee.name for callee in used if isinstance(callee, Function))

    @cached_property
    def tested(self) -> frozenset[Call]:
        """The calls whose result is compared with null.  To be asked when the analysis is over."""
        return tested_calls(self.reached.values())

    def site(self, call: Call, *, dynamic: bool = False) -> Handle:
        """What the pointer that a call returns points to."""
        found = self._sites.get(call)
        if found is None:
            found = self._sites[call] = self.graph.fresh(dynamic=dynamic)
        return found

    def known_site(self, call: Call) -> Handle | None:
        return self._sites.get(call)

    # -- what checks of memory ask, when the analysis is over

    @cached_property
    def survey(self) -> Survey:
        found = Survey(self.reader)
        for function in (self.reader.main(), *self._around()):
            found.read(function)
        return found

    @cached_property
    def single_functions(self) -> frozenset[str]:
        """The functions of which each inlined copy runs at most once."""
        return inlined_once(self.survey)

    @cached_property
    def single(self) -> frozenset[Call]:
        """The calls that happen at most once in each inlined copy of their function, for each run."""
        sites = self.survey.sites
        return frozenset(site.call for f in self.single_functions for site in sites.get(f, ()) if not site.repeated)

    @cached_property
    def scopes(self) -> Scopes:
        return Scopes(self)

    @cached_property
    def _callers(self) -> dict[Call, str]:
        return {site.call: name for name, sites in self.survey.sites.items() for site in sites}

    def home(self, call: Call) -> str:
        """The function that a call stands in; nothing for one that is only made through a pointer."""
        return self._callers.get(call, "")

    def may_free(self, node: Node) -> bool:
        """Is any of this memory ever freed?"""
        return any(self.graph.find(handle).node is node for handle in self.freed)

    def handles(self) -> list[Handle]:
        return [*self._variables.values(), *self._sites.values(), self.absolute]

    # -- functions

    def _enter(self, function: Function) -> None:
        if function.defined and function.name not in self.reached:
            self.reached[function.name] = function
            self._work.append(function)

    def _function(self, function: Function) -> None:
        body = self.reader.read_body(function)
        self._current = function
        self.statement(body)

    def _link(self) -> bool:
        """Connect calls through pointers to functions that were found meanwhile."""
        changed = False
        for indirect in list(self.indirect.values()):
            for name, function in sorted(self.graph.find(indirect.callee).node.functions.items()):
                if name not in indirect.linked:
                    indirect.linked.add(name)
                    changed = True
                    direct = self.direct(indirect.call, function)
                    if direct is None:
                        self.connect(function, indirect.call.arguments, indirect.arguments, indirect.result)
                    else:
                        self._connect_direct(direct, indirect)
        return changed

    def _connect_direct(self, direct: Direct, indirect: IndirectCall) -> None:
        passed = zip(direct.arguments, indirect.arguments, indirect.call.arguments, strict=True)
        for variable, value, argument in passed:
            self._pass(variable, value, argument)
        made = direct.expression
        if isinstance(made.type, Record) and isinstance(indirect.call.type, Record):
            self.flows.copy(indirect.result, self.flows.record(made), made.type)
            return
        value = self.flows.value(made)
        if value is not None and not isinstance(indirect.call.type, Record):
            self.graph.unify(indirect.result, value)

    def connect(
        self, function: Function, arguments: list[Expression], values: list[Handle | None], result: Handle
    ) -> None:
        self._enter(function)
        self.reader.read_body(function)
        for parameter, argument, value in zip(function.parameters, arguments, values, strict=False):
            self._pass(parameter, value, argument)
        if function.rest is not None:
            self._pass_rest(function, function.rest, arguments, values)
        returned = self.result_of(function)
        if isinstance(returned.type, Record):
            self.flows.copy(result, self.of_variable(returned), returned.type)
        elif not isinstance(returned.type, Void):
            self.graph.unify(result, self.graph.pointee(self.of_variable(returned)))

    def _pass(self, parameter: Variable, value: Handle | None, argument: Expression) -> None:
        target = self.of_variable(parameter)
        if isinstance(parameter.type, Record):
            if value is not None:
                self.flows.copy(target, value, parameter.type)
        elif not isinstance(parameter.type, Void):
            self.graph.access(target, parameter.type.size, indirect=False)
            self.flows.flow(target, value, argument)

    def _pass_rest(
        self, function: Function, rest: Variable, arguments: list[Expression], values: list[Handle | None]
    ) -> None:
        table = self.of_variable(rest)
        self.graph.access(table.moved(reserve(function, len(arguments))), NUMBER.size, indirect=False)
        for extra in extras(function, [argument.type for argument in arguments]):
            self.graph.access(table.moved(extra.at), NUMBER.size, indirect=False)
            if extra.slot is None:
                continue
            target, value = table.moved(extra.at + extra.slot.offset), values[extra.index]
            if isinstance(extra.slot.stored, Record):
                if value is not None:
                    self.flows.copy(target, value, extra.slot.stored)
                continue
            self.graph.access(target, extra.slot.stored.size, indirect=False)
            self.flows.flow(target, value, arguments[extra.index])

    # -- statements

    def _discard(self, expression: Expression | None) -> None:
        """Note the call whose result this statement leaves unused."""
        while isinstance(expression, Convert | StatementExpression):
            expression = expression.operand if isinstance(expression, Convert) else expression.value
        if isinstance(expression, Call):
            self._discarded.add(expression)

    def statement(self, statement: Statement) -> None:
        match statement:
            case Evaluate():
                found = statement.expression
                while isinstance(found, Convert):
                    found = found.operand
                self._discard(found)
                self._note_length(found)
                self.flows.value(statement.expression)
            case Block():
                for inner in statement.statements:
                    self.statement(inner)
            case Declare():
                handle = self.declared(statement.variable)
                if statement.variable.initial:
                    self.initialise(handle, statement.variable.initial)
                if statement.variable.cleanup is not None:
                    self.flows.value(statement.variable.cleanup)
            case If():
                self.flows.value(statement.condition)
                self.statement(statement.then)
                if statement.otherwise is not None:
                    self.statement(statement.otherwise)
            case Loop():
                if statement.initial is not None:
                    self.statement(statement.initial)
                for expression in (statement.condition, statement.step):
                    if expression is not None:
                        self.flows.value(expression)
                self.statement(statement.body)
            case Switch():
                self.flows.value(statement.value)
                self.statement(statement.body)
            case Case() | Label():
                self.statement(statement.statement)
            case Jump():
                self.flows.value(statement.target)
                for _, address in statement.labels:
                    self.flows.value(address)
            case Return():
                self._return(statement)

    def _note_length(self, found: Expression) -> None:
        """Note an array of variable length that is allocated where it is declared."""
        match found:
            case Assign(place=Named(variable=hidden), value=Call() as call) if hidden.stands_for_array:
                self.lengths[call] = hidden

    def _return(self, statement: Return) -> None:
        if statement.value is None:
            return
        variable = self.result_of(self._current)
        target = self.of_variable(variable)
        if isinstance(variable.type, Record):
            self.flows.copy(target, self.flows.record(statement.value), variable.type)
        else:
            self.graph.access(target, variable.type.size, indirect=False)
            self.flows.flow(target, self.flows.value(statement.value), statement.value)

    def initialise(self, handle: Handle, initial: list[Initial]) -> None:
        for part in initial:
            target = handle.moved(part.offset)
            if isinstance(part.type, Record):
                self.flows.copy(target, self.flows.record(part.value), part.type)
                continue
            self.graph.access(target, part.bits[2] if part.bits else part.type.size, indirect=False)
            self.flows.flow(target, self.flows.value(part.value), part.value)


def constant_size(call: Call) -> int | None:
    """How many bytes an allocation asks for, if that is a constant."""
    amounts = call.arguments[1:] if _resizes(call) else call.arguments
    sizes = [argument.value for argument in amounts if isinstance(argument, Constant)]
    return prod(sizes) if sizes and len(sizes) == len(amounts) else None


def _resizes(call: Call) -> bool:
    return isinstance(call.callee, Function) and role(call.callee) is Role.RESIZE
