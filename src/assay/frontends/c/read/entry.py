"""A program that starts at any function: C code that makes its arguments and calls it, behind the text of its file.

Numbers are any of their type.  A pointer among the arguments leads to a fresh object of its type, a ``char *`` to a
fresh string, and no two lead to the same; a pointer inside such an object is null or leads to a fresh object, down to a
depth; deeper ones are null, as are pointers to functions and to what is not known.  All of that is told with the
answer.  The objects are allocated, so that the function may free them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from assay.core.errors import Position, Unsupported
from assay.core.program import START
from assay.frontends.c.library.known import NONDET
from assay.frontends.c.text import kinds
from assay.frontends.c.text.clang import CType, Cursor, Unit

# Pointers inside of objects are followed so far.
DEPTH: Final = 2
# So many objects at most.
OBJECTS: Final = 32
# The bytes of a string, its end included, and of what a void pointer leads to.
STRING: Final = 8
BYTES: Final = 16
# Arrays that are longer are filled by a loop.
SPELLED_OUT: Final = 8
_CHAR: Final = (4, 13)
_PLAIN: Final = re.compile(r"[\w ]+")
_NAMES: Final = {
    kinds.BOOL: "_Bool",
    4: "char",
    5: "unsigned char",
    8: "unsigned short",
    9: "unsigned int",
    10: "unsigned long",
    11: "unsigned long long",
    13: "char",
    14: "signed char",
    16: "short",
    17: "int",
    18: "long",
    19: "long long",
    21: "float",
    22: "double",
}


@dataclass
class Driver:
    """The code that calls a function, as it grows, and what it takes for granted."""

    unit: Unit
    function: Cursor
    lines: list[str] = field(default_factory=list)
    declared: dict[str, None] = field(default_factory=dict)
    assumptions: list[str] = field(default_factory=list)
    objects: int = 0
    loops: int = 0

    def text(self) -> str:
        """A function without parameters that calls the one that is meant."""
        name = self.unit.spelling(self.function)
        given = [self._argument(parameter, number) for number, parameter in enumerate(self.parameters())]
        words = f"{name}() is called once" + (", with any arguments" if given else "")
        self.assumptions.insert(0, f"{words}; variables of the program have their initial values")
        head = [f"extern {made};" for made in self.declared]
        body = "\n".join(f"  {line}" for line in (*self.lines, f"{name}({', '.join(given)});", "return 0;"))
        return "\n".join([*head, f"int {START}(void) {{", body, "}\n"])

    def parameters(self) -> list[Cursor]:
        return self.unit.parameters(self.function)

    def _argument(self, parameter: Cursor, number: int) -> str:
        made = self.unit.lib.getCursorType(parameter)
        name = self.unit.spelling(parameter) or f"argument{number}"
        place = self.unit.position(parameter)
        if name == self.unit.spelling(self.function):
            name = f"argument{number}"
        plain = self._canonical(made)
        if plain.kind == kinds.CONSTANT_ARRAY:
            pointed = self._object(made, 0, place)
            self.lines.append(f"__typeof__(&(*{pointed})[0]) {name} = *{pointed};")
            self.assumptions.append(f"{name} points to a fresh {self._spelled(made, place)}")
        elif plain.kind in kinds.POINTERS or plain.kind in (kinds.INCOMPLETE_ARRAY, kinds.VARIABLE_ARRAY):
            self._pointer_argument(name, made, plain, place)
        else:
            self.lines.append(f"{self._named(made, place)} {name};")
            self._fill(name, made, 0, place)
        return name

    def _pointer_argument(self, name: str, made: CType, plain: CType, where: Position) -> None:
        lib = self.unit.lib
        is_pointer = plain.kind in kinds.POINTERS
        target = lib.getPointeeType(plain) if is_pointer else lib.getArrayElementType(plain)
        kind = self._canonical(target).kind
        if kind in kinds.FUNCTIONS:
            message = f"{name} is a pointer to a function: it could be any"
            raise Unsupported(message, where, "write a main that hands one over")
        if kind != kinds.VOID and kind not in _CHAR and lib.Type_getSizeOf(target) < 0:
            message = f"{name} points to something whose type is not complete here"
            raise Unsupported(message, where, "start at a function of the file that defines it")
        pointed = self._target(target, 0, where)
        self.lines.append(f"{self._named(target, where)} *{name} = (void *){pointed};")
        self.assumptions.append(f"{name} points to {self._told(target, where)}")

    # -- objects

    def _target(self, target: CType, depth: int, where: Position) -> str:
        """The name of a pointer to a fresh object."""
        kind = self._canonical(target).kind
        if kind in _CHAR:
            return self._text()
        if kind == kinds.VOID:
            return self._bytes()
        return self._object(target, depth, where)

    def _object(self, made: CType, depth: int, where: Position) -> str:
        name = self._fresh(self._named(made, where))
        self._fill(f"(*{name})", made, depth, where)
        return name

    def _text(self) -> str:
        name = self._fresh("char", STRING)
        self.lines += [f"{name}[{n}] = {self._any('char')};" for n in range(STRING - 1)]
        self.lines.append(f"{name}[{STRING - 1}] = 0;")
        return name

    def _bytes(self) -> str:
        name = self._fresh("unsigned char", BYTES)
        self.lines += [f"{name}[{n}] = {self._any('unsigned char')};" for n in range(BYTES)]
        return name

    def _fresh(self, made: str, bytes: int | None = None) -> str:
        self.objects += 1
        name = f"assay_object{self.objects}"
        self.declared["void *malloc(__SIZE_TYPE__)"] = None
        self.lines.append(f"{made} *{name} = malloc({bytes or f'sizeof({made})'});")
        return name

    # -- values

    def _fill(self, place: str, made: CType, depth: int, where: Position) -> None:
        """Statements that give a place any value of its type."""
        plain = self._canonical(made)
        kind = self._underlying(plain).kind
        if kind in _NAMES:
            self._assign(place, plain, self._any(_NAMES[kind]), where)
        elif kind in kinds.POINTERS:
            self._inside(place, plain, depth, where)
        elif kind == kinds.RECORD:
            self._record(place, plain, depth, where)
        elif kind == kinds.CONSTANT_ARRAY:
            self._array(place, plain, depth, where)
        elif kind != kinds.INCOMPLETE_ARRAY:
            spelled = self.unit._string(self.unit.lib.getTypeSpelling(made))
            raise Unsupported(f"an argument of the type {spelled}", where, "write a main that calls the function")

    def _assign(self, place: str, made: CType, value: str, where: Position) -> None:
        if self.unit.lib.isConstQualifiedType(made):
            place = f"*(__typeof__({self._spelled(made, where)}) *)&{place}"
        self.lines.append(f"{place} = {value};")

    def _inside(self, place: str, made: CType, depth: int, where: Position) -> None:
        """A pointer in an object: null, or to a fresh one."""
        target = self.unit.lib.getPointeeType(made)
        kind = self._canonical(target).kind
        known = kind in _CHAR or (kind not in kinds.FUNCTIONS and self.unit.lib.Type_getSizeOf(target) > 0)
        if not known or kind == kinds.VOID or depth >= DEPTH or self.objects >= OBJECTS:
            self._assign(place, made, "0", where)
            return
        self.lines.append(f"if ({self._any('_Bool')}) {{")
        pointed = self._target(target, depth + 1, where)
        self._assign(place, made, f"(void *){pointed}", where)
        self.lines.append("} else {")
        self._assign(place, made, "0", where)
        self.lines.append("}")

    def _record(self, place: str, made: CType, depth: int, where: Position) -> None:
        if self.unit.lib.getTypeDeclaration(made).kind == kinds.Kind.UNION:
            self._union(place, made, where)
            return
        for member in self.unit.fields(made):
            name = self.unit.spelling(member)
            inner = self.unit.lib.getCursorType(member)
            if name and "(" not in name:
                self._fill(f"{place}.{name}", inner, depth, where)
            elif self._canonical(inner).kind == kinds.RECORD:
                self._record(place, self._canonical(inner), depth, where)

    def _union(self, place: str, made: CType, where: Position) -> None:
        """The first of the largest members: any bytes are a value of it."""
        sizes = [
            (self.unit.lib.Type_getSizeOf(self.unit.lib.getCursorType(member)), member)
            for member in self.unit.fields(made)
        ]
        if not sizes:
            return
        largest = max(size for size, _ in sizes)
        chosen = next(member for size, member in sizes if size == largest)
        name, inner = self.unit.spelling(chosen), self.unit.lib.getCursorType(chosen)
        if not name or "(" in name or any(self._leads(self.unit.lib.getCursorType(member)) for _, member in sizes):
            message = "an argument with a union of pointers, or of members without names"
            raise Unsupported(message, where, "write a main that calls the function")
        self._fill(f"{place}.{name}", inner, DEPTH, where)

    def _leads(self, made: CType) -> bool:
        """Is there a pointer inside?"""
        plain = self._canonical(made)
        if plain.kind == kinds.RECORD:
            return any(self._leads(self.unit.lib.getCursorType(member)) for member in self.unit.fields(plain))
        if plain.kind == kinds.CONSTANT_ARRAY:
            return self._leads(self.unit.lib.getArrayElementType(plain))
        return plain.kind in kinds.POINTERS

    def _array(self, place: str, made: CType, depth: int, where: Position) -> None:
        count, element = self.unit.lib.getArraySize(made), self.unit.lib.getArrayElementType(made)
        if count <= SPELLED_OUT:
            for number in range(count):
                self._fill(f"{place}[{number}]", element, depth, where)
            return
        self.loops += 1
        index = f"assay_index{self.loops}"
        self.lines.append(f"for (__SIZE_TYPE__ {index} = 0; {index} < {count}; {index}++) {{")
        self._fill(f"{place}[{index}]", element, DEPTH, where)
        self.lines.append("}")

    def _any(self, made: str) -> str:
        name = f"{NONDET}{made.replace(' ', '_').strip('_')}_argument"
        self.declared[f"{made} {name}(void)"] = None
        return f"{name}()"

    # -- types

    def _canonical(self, made: CType) -> CType:
        found: CType = self.unit.lib.getCanonicalType(made)
        if found.kind == kinds.ATOMIC:
            return self._canonical(self.unit.lib.Type_getValueType(found))
        return found

    def _underlying(self, made: CType) -> CType:
        if made.kind != kinds.ENUM:
            return made
        declaration = self.unit.lib.getTypeDeclaration(made)
        return self._canonical(self.unit.lib.getEnumDeclIntegerType(declaration))

    def _spelled(self, made: CType, where: Position) -> str:
        """The type in C, without the qualifiers of the whole."""
        lib, plain = self.unit.lib, self._canonical(made)
        if plain.kind == kinds.CONSTANT_ARRAY:
            # A parameter may say more of an array than a variable can.
            return f"{self._named(lib.getArrayElementType(plain), where)}[{lib.getArraySize(plain)}]"
        for candidate in (lib.getUnqualifiedType(made), lib.getUnqualifiedType(lib.getCanonicalType(made))):
            text = self.unit._string(lib.getTypeSpelling(candidate))
            if not lib.isConstQualifiedType(candidate) and "(unnamed" not in text and "(anonymous" not in text:
                return text
        raise Unsupported("an argument whose type has no name", where, "give the struct a name")

    def _named(self, made: CType, where: Position) -> str:
        """The type as it begins a declaration."""
        text = self._spelled(made, where)
        return text if _PLAIN.fullmatch(text) else f"__typeof__({text})"

    def _told(self, target: CType, where: Position) -> str:
        kind = self._canonical(target).kind
        if kind in _CHAR:
            return f"a fresh string of at most {STRING - 1} characters"
        if kind == kinds.VOID:
            return f"{BYTES} fresh bytes"
        deeper = f"; pointers inside are null or lead to fresh objects, {DEPTH} levels deep"
        return f"a fresh {self._spelled(target, where)}{deeper if self._leads(target) else ''}"
