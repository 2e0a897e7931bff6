"""Module instances, and what a name means inside one.

Parameters are passed by reference: an actual parameter that is a path stands for whatever the path means where the
module is instantiated, be it a variable, an array or another instance.  So everything is registered first and looked up
later, and the order of declarations does not matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from assay.core.errors import InputError, Unsupported
from assay.core.terms import Term, variable
from assay.frontends.smv.operators import exact
from assay.frontends.smv.syntax import Declaration, Module, Node, TypeNode, spelled
from assay.frontends.smv.values import Type, sort_of
from assay.frontends.text import Source

ROOT: Final = "main"
_DEEPEST: Final = 200
_COMPUTED: Final = ("+", "-", "*", "/", "mod")


@dataclass(eq=False, slots=True)
class Variable:
    """A variable; its type and term are known once its declaration was elaborated."""

    name: str
    kind: str
    node: TypeNode
    scope: Instance
    start: int
    type: Type | None = None
    term: Term | None = None
    allowed: tuple[int, ...] | None = None

    def settle(self, kind: Type, allowed: tuple[int, ...] | None) -> None:
        self.type = kind
        self.allowed = allowed
        self.term = variable(self.name, sort_of(kind))


@dataclass(eq=False, slots=True)
class ArrayOf:
    """A row of variables (or of arrays), by index."""

    name: str
    node: TypeNode
    scope: Instance
    kind: str
    elements: dict[int, Variable | ArrayOf] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression together with the instance whose names it uses: a definition, or an actual parameter."""

    node: Node
    scope: Instance


@dataclass(eq=False, slots=True)
class Instance:
    """A module instance; ``process`` is the process to which it belongs, maybe itself.

    ``roots`` are first parts of names that are written like paths, ``starts`` where symbols are declared.
    """

    path: str
    module: Module
    parameters: Mapping[str, Expression]
    process: Instance | None = None
    symbols: dict[str, Entity] = field(default_factory=dict)
    roots: dict[str, None] = field(default_factory=dict)
    starts: dict[str, int] = field(default_factory=dict)

    def inner(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name


Entity = Variable | ArrayOf | Expression | Instance


def _root(name: str) -> str:
    return name.partition(".")[0].partition("[")[0]


class Program:
    """All instances below ``main``, and every symbolic constant."""

    def __init__(self, source: Source, modules: Mapping[str, Module]) -> None:
        self.source = source
        self.modules = modules
        self.constants: dict[str, None] = {}
        self._listed: set[tuple[str, str]] = set()
        self.instances: list[Instance] = []
        self.variables: list[Variable | ArrayOf] = []
        self.processes: list[Instance] = []
        self._running: dict[Instance, Expression] = {}
        self._fixed: dict[tuple[Node, Instance], int | None] = {}
        if ROOT not in modules:
            raise InputError("there is no module main", source.end)
        main = modules[ROOT]
        if main.parameters:
            raise self.wrong("module main takes no parameters", main.start)
        self.root = Instance("", main, {})
        self.root.process = self.root
        self._populate()
        self._qualified_definitions()

    def wrong(self, message: str, start: int, hint: str = "") -> InputError:
        return InputError(message, self.source.position(start), hint)

    # -- instances ---------------------------------------------------------------------------------------------------

    def _populate(self) -> None:
        stack: list[tuple[Instance, tuple[str, ...]]] = [(self.root, (ROOT,))]
        while stack:
            instance, above = stack.pop()
            self.instances.append(instance)
            for module in self._with_bases(instance.module):
                # First, for bounds of arrays may speak of them.
                for target, body in module.definitions:
                    if target.op == "name":
                        self._register(instance, target.value, Expression(body, instance), target.start)
            for module in self._with_bases(instance.module):
                self.constants.update(dict.fromkeys(name for name in module.constants if not name.isdigit()))
                children = [self._declare(instance, declared, above) for declared in module.variables]
                stack.extend(child for child in reversed(children) if child is not None)
                for target, body in module.definitions:
                    name = spelled(target)
                    if name is not None and target.op != "name" and not self._is_qualified(target, instance):
                        self._register(instance, name, Expression(body, instance), target.start)

    def _is_qualified(self, target: Node, instance: Instance) -> bool:
        """Does a definition such as ``left.ack := ...`` belong to an instance, ``left``?"""
        root = _root(spelled(target) or "")
        return target.op != "name" and (root in instance.symbols or root in instance.parameters or root == "self")

    def _with_bases(self, module: Module) -> list[Module]:
        """The module and everything that it inherits by ISA."""
        found = [module]
        for current in found:
            for name, start in current.bases:
                if name not in self.modules:
                    raise self.wrong(f"there is no module {name}", start)
                if self.modules[name] not in found:
                    found.append(self.modules[name])
        return found

    def parts(self, instance: Instance) -> list[Module]:
        return self._with_bases(instance.module)

    def _declare(
        self, owner: Instance, declared: Declaration, above: tuple[str, ...]
    ) -> tuple[Instance, tuple[str, ...]] | None:
        kind = declared.type
        if kind.kind != "module":
            entity = self._variable(owner, owner.inner(declared.name), declared.kind, kind, declared.start)
            self._register(owner, declared.name, entity, declared.start)
            self.variables.append(entity)
            return None
        module = self.modules.get(kind.name)
        if module is None:
            raise self.wrong(f"there is no module {kind.name}", kind.start)
        if kind.name in above:
            raise self.wrong(f"module {kind.name} contains itself", kind.start)
        if len(kind.args) != len(module.parameters):
            message = f"module {kind.name} takes {len(module.parameters)} parameters, not {len(kind.args)}"
            raise self.wrong(message, kind.start)
        if declared.kind != "VAR":
            raise self.wrong("a module instance is declared under VAR", declared.start)
        actual = {name: Expression(arg, owner) for name, arg in zip(module.parameters, kind.args, strict=True)}
        child = Instance(owner.inner(declared.name), module, actual)
        child.process = child if kind.process else owner.process
        if kind.process:
            self.processes.append(child)
        self._register(owner, declared.name, child, declared.start)
        return child, (*above, kind.name)

    def _variable(self, owner: Instance, name: str, kind: str, node: TypeNode, start: int) -> Variable | ArrayOf:
        if node.kind != "array":
            if node.kind == "module":
                raise Unsupported("arrays of module instances are not read", self.source.position(start))
            self._collect(node, owner)
            return Variable(name, kind, node, owner, start)
        assert node.element is not None
        low, high = (self._bound(arg, owner) for arg in node.args)
        if low > high:
            raise self.wrong(f"the range {low}..{high} is empty", node.start)
        row = ArrayOf(name, node, owner, kind)
        for index in range(low, high + 1):
            row.elements[index] = self._variable(owner, f"{name}[{index}]", kind, node.element, start)
        return row

    def _bound(self, node: Node, scope: Instance) -> int:
        bound = self.fixed(node, scope)
        if bound is None:
            raise self.wrong("the bounds of an array are constant integers", node.start)
        return bound

    def _collect(self, node: TypeNode, owner: Instance) -> None:
        """Remember the symbolic constants of an enumeration, and where it is."""
        for arg in node.args:
            if node.kind == "expression" and arg.op == "set":
                names = [part.value for part in arg.args if part.op == "name"]
                self.constants.update(dict.fromkeys(names))
                self._listed.update((owner.module.name, name) for name in names)

    def _register(self, owner: Instance, name: str, entity: Entity, start: int) -> None:
        root = _root(name)
        if root != name:
            owner.roots[root] = None
        clash = name in owner.roots if root == name else root in owner.symbols or root in owner.parameters
        if clash and name not in owner.symbols:
            message = f"{name} is declared beside {root} in module {owner.module.name}" if root != name else ""
            message = message or f"{name} is declared beside names that begin with it in module {owner.module.name}"
            raise self.wrong(message, start, "give one of them another name")
        if name in owner.symbols or name in owner.parameters:
            later = max(start, owner.starts.get(name, start))
            raise self.wrong(f"{name} is declared twice in module {owner.module.name}", later)
        owner.symbols[name] = entity
        owner.starts[name] = start

    def _qualified_definitions(self) -> None:
        """Definitions such as ``left.ack := ...`` belong to the instance that they name."""
        for instance in self.instances:
            for module in self.parts(instance):
                for target, body in module.definitions:
                    if spelled(target) is not None and not self._is_qualified(target, instance):
                        continue
                    owner = self.follow(self.resolve(target.args[0], instance)) if target.op == "dot" else None
                    if not isinstance(owner, Instance):
                        raise self.wrong("a name should stand before ':='", target.start)
                    self._register(owner, target.value, Expression(body, instance), target.start)

    # -- names -------------------------------------------------------------------------------------------------------

    def resolve(self, node: Node, scope: Instance, depth: int = 0) -> Entity | None:
        """What the path ``node`` means in ``scope``; None for constants, ``running``, and what is no plain path."""
        steps: list[Node] = []
        base = node
        while base.op in ("dot", "index"):
            steps.append(base)
            base = base.args[0]
        whole = next((step for step in steps if base.value in scope.roots and spelled(step) in scope.symbols), None)
        if whole is None:
            current = self._first(base, scope)
        else:
            # The name is written like a path, as in a design that another tool has flattened.
            current = scope.symbols[spelled(whole) or ""]
            steps = steps[: steps.index(whole)]
        for step in reversed(steps):
            current = self.follow(current, depth)
            if step.op == "dot":
                if not isinstance(current, Instance):
                    raise self.wrong(f"there is no module instance that could have a {step.value}", step.start)
                current = self._member(current, step)
            elif isinstance(current, ArrayOf) and (index := self.fixed(step.args[1], scope, depth)) is not None:
                if index not in current.elements:
                    low, high = min(current.elements), max(current.elements)
                    message = f"the indices of {current.name} are {low}..{high}, not {index}"
                    raise self.wrong(message, step.args[1].start)
                current = current.elements[index]
            else:
                return None
        return current

    def fixed(self, node: Node, scope: Instance, depth: int = 0) -> int | None:
        """The integer that ``node`` always is: a number, a definition or parameter that is one, sums and the like."""
        if node.op == "number":
            return int(node.value)
        job = (node, scope)
        if job not in self._fixed and depth <= _DEEPEST:
            self._fixed[job] = None
            self._fixed[job] = self._computed(node, scope, depth + 1)
        return self._fixed.get(job)

    def _computed(self, node: Node, scope: Instance, depth: int) -> int | None:
        if node.op in ("name", "dot"):
            entity = self.follow(self.resolve(node, scope, depth), depth)
            return self.fixed(entity.node, entity.scope, depth) if isinstance(entity, Expression) else None
        if node.op not in (*_COMPUTED, "minus"):
            return None
        values = [self.fixed(part, scope, depth) for part in node.args]
        first, second = values[0], values[-1]
        if first is None or second is None or (second == 0 and node.op in ("/", "mod")):
            return None
        return -first if node.op == "minus" else exact(node.op, first, second)

    def follow(self, entity: Entity | None, depth: int = 0) -> Entity | None:
        """What is behind parameters and definitions that are paths."""
        while isinstance(entity, Expression) and entity.node.op in ("name", "dot", "index", "self"):
            if depth > _DEEPEST:
                raise self.wrong("this name refers to itself", entity.node.start)
            depth += 1
            inner = self.resolve(entity.node, entity.scope, depth)
            if inner is None:
                return entity
            entity = inner
        return entity

    def _first(self, base: Node, scope: Instance) -> Entity | None:
        if base.op == "self":
            return scope
        if base.op != "name":
            return None
        found = scope.parameters.get(base.value) or scope.symbols.get(base.value)
        if found is not None:
            if (scope.module.name, base.value) in self._listed:
                message = (
                    f"{base.value} is declared in module {scope.module.name}, and is a value of an enumeration there"
                )
                raise self.wrong(message, base.start, "give one of the two another name")
            return found
        if base.value in self.constants or base.value == "running":
            return None
        hint = (
            "a hyphen between letters or digits is part of a name: put spaces around a minus"
            if "-" in base.value
            else ""
        )
        raise self.wrong(f"{base.value} is not declared in module {scope.module.name}", base.start, hint)

    def _member(self, owner: Instance, step: Node) -> Entity | None:
        if step.value in owner.symbols:
            return owner.symbols[step.value]
        if step.value in owner.parameters:
            return owner.parameters[step.value]
        if step.value == "running":
            return self._running.setdefault(owner, Expression(Node("running", [], step.start), owner))
        name = owner.path or ROOT
        raise self.wrong(f"{name}, an instance of module {owner.module.name}, has no {step.value}", step.start)
