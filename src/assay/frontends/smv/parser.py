"""SMV modules and their sections.

Computations of minimal or maximal path lengths (COMPUTE) and declarations that only guide other tools (PRED, MIRROR)
have no bearing on a verdict and are passed over.  PSL specifications are refused.
"""

from __future__ import annotations

from assay.core.errors import InputError, Unsupported
from assay.frontends.smv.expressions import ExpressionParser
from assay.frontends.smv.lexer import SECTIONS, Token, tokens, without_comments
from assay.frontends.smv.syntax import Declaration, Module, Node, Specification, TypeNode, spelled
from assay.frontends.text import Source


def parse(source: Source) -> dict[str, Module]:
    """The modules of the file by name."""
    return _Parser(source).modules()


def parse_specification(source: Source) -> tuple[str, Node, Node | None]:
    """A property as text: its keyword if there is one, its body, and the instance after ``IN`` whose names it uses."""
    parser = _Parser(source)
    keyword = ""
    if parser.here.kind in SECTIONS:
        keyword = parser.advance().text
    body = parser.expression()
    scope = None
    if parser.here.text == "IN":
        parser.advance()
        scope = parser.expression()
    parser.optional(";")
    parser.take("end")
    return keyword, body, scope


class _Parser:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens = tokens(source)
        self.position = 0

    # -- tokens --------------------------------------------------------------------------------------------------------

    @property
    def here(self) -> Token:
        return self.tokens[self.position]

    def advance(self) -> Token:
        token = self.tokens[self.position]
        self.position += 1
        return token

    def optional(self, kind: str) -> bool:
        if self.here.kind == kind:
            self.position += 1
            return True
        return False

    def take(self, kind: str) -> Token:
        if self.here.kind != kind:
            wanted = "a name" if kind == "name" else "the end" if kind == "end" else repr(kind)
            raise self.wrong(f"{wanted} should stand here, not {self.here.text!r}")
        return self.advance() if kind != "end" else self.here

    def wrong(self, message: str) -> InputError:
        return InputError(message, self.source.position(self.here.start))

    def expression(self) -> Node:
        parser = ExpressionParser(self.source, self.tokens, self.position)
        node = parser.parse()
        self.position = parser.position
        return node

    # -- sections ------------------------------------------------------------------------------------------------------

    def modules(self) -> dict[str, Module]:
        found: dict[str, Module] = {}
        while self.here.kind != "end":
            self.take("MODULE")
            module = self._module()
            if module.name in found:
                raise InputError(f"a second module {module.name}", self.source.position(module.start))
            found[module.name] = module
        return found

    def _module(self) -> Module:
        name = self.take("name")
        parameters: list[str] = []
        if self.optional("(") and not self.optional(")"):
            parameters.append(self.take("name").text)
            while self.optional(","):
                parameters.append(self.take("name").text)
            self.take(")")
        self.optional(";")
        module = Module(name.text, name.start, tuple(parameters))
        while self.here.kind not in ("MODULE", "end"):
            self._section(module)
        return module

    def _section(self, module: Module) -> None:
        token = self.advance()
        match token.kind:
            case "VAR" | "IVAR" | "FROZENVAR":
                while self._goes_on("name"):
                    self._variable(module, token.kind)
            case "DEFINE" | "MDEFINE":
                while self._goes_on("name", "self"):
                    module.definitions.append(self._assignment())
            case "ASSIGN":
                while self._goes_on("name", "self", "init", "next"):
                    module.assignments.append(self._assignment())
            case "CONSTANTS":
                while self.here.kind in ("name", "number"):
                    module.constants.append(self.advance().text)
                    self.optional(",")
                self.optional(";")
            case "INIT" | "TRANS" | "INVAR" | "FAIRNESS" | "JUSTICE" | "COMPASSION":
                module.constraints.append((token.kind, self.expression()))
                self.optional(";")
            case "SPEC" | "CTLSPEC" | "LTLSPEC" | "INVARSPEC":
                self._specification(module, token.kind)
            case "ISA":
                base = self.take("name")
                module.bases.append((base.text, base.start))
                self.optional(";")
            case "COMPUTE" | "PRED" | "MIRROR" | "PARSYNTH":
                while self.here.kind not in SECTIONS and self.here.kind != "end":
                    self.advance()
            case "PSLSPEC":
                raise Unsupported(
                    "PSL specifications are not read", self.source.position(token.start), "use CTLSPEC or LTLSPEC"
                )
            case "name" if token.text == "FUN":
                message, hint = "uninterpreted functions are not read", "use an input, or an array"
                raise Unsupported(message, self.source.position(token.start), hint)
            case _:
                self.position -= 1
                raise self.wrong(f"a section such as VAR or ASSIGN should begin here, not {token.text!r}")

    def _goes_on(self, *kinds: str) -> bool:
        """Does a section go on with a token of these kinds?  The word that begins one of functions is a name."""
        function = self.here.text == "FUN" and self.tokens[self.position + 1].kind == "name"
        return self.here.kind in kinds and not function

    def _variable(self, module: Module, kind: str) -> None:
        name = self.here
        declared = spelled(self.expression())
        if declared is None:
            raise InputError("a name should stand here", self.source.position(name.start))
        self.take(":")
        module.variables.append(Declaration(kind, declared, self._type(), name.start))
        self.take(";")

    def _type(self) -> TypeNode:
        token = self.here
        start = token.start
        match token.kind:
            case "boolean":
                self.advance()
                return TypeNode("boolean", start)
            case "integer" | "real":
                self.advance()
                return TypeNode(token.kind, start)
            case "word" | "unsigned" | "signed":
                self.advance()
                if token.kind != "word":
                    self.take("word")
                self.take("[")
                width = self.expression()
                self.take("]")
                return TypeNode("signed" if token.kind == "signed" else "word", start, "", (width,))
            case "array":
                self.advance()
                if self.here.kind in ("integer", "word", "unsigned"):
                    message = "arrays without a range of indices are not read"
                    raise Unsupported(message, self.source.position(start), "give a range such as 0..7")
                bounds = self.expression()
                if bounds.op != "..":
                    raise InputError("an array has a range of indices such as 0..7", self.source.position(bounds.start))
                self.take("of")
                return TypeNode("array", start, "", tuple(bounds.args), self._type())
            case "process":
                self.advance()
                return self._instance(process=True)
        if token.kind == "name" and self.tokens[self.position + 1].kind in ("(", ";"):
            return self._instance(process=False)
        node = self.expression()
        if node.op not in ("..", "set"):
            raise InputError("a type should stand here", self.source.position(node.start))
        return TypeNode("expression", start, "", (node,))

    def _instance(self, *, process: bool) -> TypeNode:
        name = self.take("name")
        args: list[Node] = []
        if self.optional("(") and not self.optional(")"):
            args.append(self.expression())
            while self.optional(","):
                args.append(self.expression())
            self.take(")")
        return TypeNode("module", name.start, name.text, tuple(args), None, process)

    def _assignment(self) -> tuple[Node, Node]:
        target = self.expression()
        self.take(":=")
        value = self.expression()
        self.take(";")
        return target, value

    def _specification(self, module: Module, kind: str) -> None:
        name = ""
        if self.here.kind == "NAME":
            self.advance()
            name = self.take("name").text
            self.take(":=")
        first = self.here.start
        body = self.expression()
        last = self.tokens[self.position - 1]
        text = without_comments(self.source.text[first : last.start + len(last.text)])
        module.specifications.append(Specification(kind, name, body, text))
        self.optional(";")
