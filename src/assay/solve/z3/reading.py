"""z3 expressions as our terms: whatever z3's parser, simplifier or projection may hand back.

Outside our language, and so ``Unsupported``: quantifiers inside a term, functions with arguments, conversions between
integers and bit-vectors, array maps, and z3's internal names for divisions by zero over the integers and reals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial, reduce
from itertools import pairwise
from typing import Final

from assay.core import terms
from assay.core.errors import SolverFailure, Unsupported
from assay.core.terms import Op, Term, arrays, bitvectors, eq, ite, mul, neg, not_
from assay.core.terms.bitvectors import bv, bv_binary, bv_compare, bv_not, concat, extract
from assay.core.terms.sorts import INT, Sort
from assay.solve.z3.context import Maker, Z3Context, decode
from assay.solve.z3.float_reading import FLOATS, INDEXED_FLOATS, IndexedMaker, nullary_float
from assay.solve.z3.raw import Library

_LARGEST_POWER: Final = 64


def from_z3(context: Z3Context, root: int, bound: Sequence[Term] = (), known: dict[int, Term] | None = None) -> Term:
    """The term that the expression ``root`` says.

    ``bound[i]`` stands for the de Bruijn variable ``i``, counted from the innermost.  ``known`` gives terms for
    expressions and is extended by what is translated on the way; the caller keeps those expressions alive.
    """
    memo: dict[int, Term] = {} if known is None else known
    shared, operators = context.terms, context.operators
    api, raw_context = context.api, context.raw
    declaration, arity, argument = api.get_app_decl, api.get_app_num_args, api.get_app_arg
    kind_of, application = api.get_ast_kind, api.kinds.Z3_APP_AST
    stack: list[tuple[int, list[int]]] = [(root, [])]
    while stack:
        raw, arguments = stack.pop()
        if raw in memo:
            continue
        if raw in shared:
            memo[raw] = shared[raw]
        elif arguments:
            operator = declaration(raw_context, raw)
            maker = operators.get(operator) or _operator(context, raw, operator)
            memo[raw] = maker([memo[arg] for arg in arguments])
        elif kind_of(raw_context, raw) != application:
            memo[raw] = _leaf(context, raw, bound)
        elif (count := arity(raw_context, raw)) == 0:
            memo[raw] = _nullary(context, raw)
        else:
            arguments = [argument(raw_context, raw, i) for i in range(count)]
            stack.append((raw, arguments))
            stack.extend([(arg, []) for arg in arguments if arg not in memo])
    return memo[root]


def _leaf(context: Z3Context, raw: int, bound: Sequence[Term]) -> Term:
    """A numeral or a bound variable."""
    api, kinds = context.api, context.api.kinds
    kind = api.get_ast_kind(context.raw, raw)
    if kind == kinds.Z3_NUMERAL_AST:
        floating = nullary_float(context, raw, api.get_decl_kind(context.raw, api.get_app_decl(context.raw, raw)))
        return numeral(context, raw) if floating is None else floating
    if kind == kinds.Z3_VAR_AST:
        index: int = api.get_index_value(context.raw, raw)
        if index < len(bound):
            return bound[index]
        raise Unsupported(f"a bound variable without a quantifier: {context.text(raw)}")
    raise Unsupported(f"a quantifier inside a term: {_excerpt(context, raw)}")


def _nullary(context: Z3Context, raw: int) -> Term:
    """An uninterpreted constant, or a number that z3 does not count among its numerals."""
    api, kinds = context.api, context.api.kinds
    kind = api.get_decl_kind(context.raw, api.get_app_decl(context.raw, raw))
    if kind == kinds.Z3_OP_UNINTERPRETED:
        return context.variable(raw)
    if kind in (kinds.Z3_OP_ANUM, kinds.Z3_OP_BNUM, kinds.Z3_OP_AGNUM):
        return numeral(context, raw)
    floating = nullary_float(context, raw, kind)
    if floating is not None:
        return floating
    sort = context.sort(api.get_sort(context.raw, raw))
    raise Unsupported(f"the constant {_excerpt(context, raw)} of sort {sort}")


def numeral(context: Z3Context, raw: int) -> Term:
    """The constant that a numeral denotes."""
    sort = context.sort(context.api.get_sort(context.raw, raw))
    if sort.is_arithmetic and context.api.is_algebraic_number(context.raw, raw):
        raise SolverFailure(f"z3: an irrational algebraic number: {context.text(raw)}")
    text = decode(context.api.get_numeral_string(context.raw, raw))
    if sort is INT:
        return terms.integer(int(text))
    return bv(int(text), sort.width) if sort.is_bitvector else terms.real(Fraction(text))


def _operator(context: Z3Context, raw: int, declaration: int) -> Maker:
    """How we say the function that the application ``raw`` applies; found once for each function."""
    api, kinds = context.api, context.api.kinds
    kind = api.get_decl_kind(context.raw, declaration)
    maker = _makers(api).get(kind)
    if maker is None:
        indexed = _indexed_makers(api).get(kind)
        if indexed is not None:
            count = api.get_decl_num_parameters(context.raw, declaration)
            maker = partial(indexed, [api.get_decl_int_parameter(context.raw, declaration, i) for i in range(count)])
        elif kind == kinds.Z3_OP_CONST_ARRAY:
            maker = partial(_constant_array, context.sort(api.get_sort(context.raw, raw)))
        elif kind == kinds.Z3_OP_UNINTERPRETED:
            raise Unsupported(f"an application of the function {context.declared_name(raw)} inside a term")
        else:
            arguments = [api.get_app_arg(context.raw, raw, i) for i in range(api.get_app_num_args(context.raw, raw))]
            for part in (raw, *arguments):
                context.sort(api.get_sort(context.raw, part))  # a sort that is not ours is the better reason
            raise Unsupported(f"the operator {context.declared_name(raw)} in {_excerpt(context, raw)}")
    context.operators[context.keep(declaration)] = maker
    return maker


def _excerpt(context: Z3Context, raw: int) -> str:
    text = " ".join(context.text(raw).split())
    return text if len(text) <= 80 else text[:77] + "..."


# -- operators that we spell differently -------------------------------------------------------------------------------


def _chain(compare: Callable[[Term, Term], Term]) -> Maker:
    """A comparison of neighbours, however many there are."""
    return lambda a: terms.conjunction(compare(left, right) for left, right in pairwise(a))


def _fold(binary: Callable[[Term, Term], Term]) -> Maker:
    return lambda a: reduce(binary, a)


def _bitvector(op: Op) -> Maker:
    return lambda a: reduce(lambda left, right: bv_binary(op, left, right), a)


def _bitvector_comparison(op: Op) -> Maker:
    return lambda a: bv_compare(op, a[0], a[1])


def _swapped(maker: Maker) -> Maker:
    return lambda a: maker((a[1], a[0]))


def _by_zero(op: Op) -> Maker:
    """z3's name for a bit-vector division by zero, which SMT-LIB defines."""
    return lambda a: bv_binary(op, a[0], bv(0, a[0].sort.width))


def _remainder(a: Sequence[Term]) -> Term:
    """z3's ``rem``: ``mod`` with the sign of the divisor."""
    modulo = terms.int_mod(a[0], a[1])
    return ite(terms.ge(a[1], terms.integer(0)), modulo, neg(modulo))


def _absolute(a: Sequence[Term]) -> Term:
    return ite(terms.ge(a[0], terms.number(0, a[0].sort)), a[0], neg(a[0]))


def _power(a: Sequence[Term]) -> Term:
    base, exponent = a
    if not exponent.is_const or not 1 <= exponent.number <= _LARGEST_POWER or exponent.number != int(exponent.number):
        raise Unsupported(f"a power whose exponent is not a number between 1 and {_LARGEST_POWER}")
    return mul(*[base] * int(exponent.number))


def _constant_array(sort: Sort, a: Sequence[Term]) -> Term:
    return arrays.const_array(sort, a[0])


def _select(a: Sequence[Term]) -> Term:
    if len(a) != 2:
        raise Unsupported("an array with several indices")
    return arrays.select(a[0], a[1])


def _store(a: Sequence[Term]) -> Term:
    if len(a) != 3:
        raise Unsupported("an array with several indices")
    return arrays.store(a[0], a[1], a[2])


def _array_default(a: Sequence[Term]) -> Term:
    base = a[0]
    while base.op is Op.STORE:
        base = base.args[0]
    if base.op is not Op.CONST_ARRAY:
        raise Unsupported("the default element of an array")
    return base.args[0]


def _majority(a: Sequence[Term]) -> Term:
    return terms.or_(terms.and_(a[0], a[1]), terms.and_(a[0], a[2]), terms.and_(a[1], a[2]))


def rotate_left(amount: int, term: Term) -> Term:
    amount %= term.sort.width
    if amount == 0:
        return term
    split = term.sort.width - amount
    return concat(extract(split - 1, 0, term), extract(term.sort.width - 1, split, term))


def _rotate_by(a: Sequence[Term]) -> Term:
    """Rotation to the left by a term."""
    term, amount = a
    if amount.is_const:
        return rotate_left(int(amount.number), term)
    width = bv(term.sort.width, term.sort.width)
    steps = bv_binary(Op.BV_UREM, amount, width)
    back = bitvectors.bv_sub(width, steps)
    return bv_binary(Op.BV_OR, bv_binary(Op.BV_SHL, term, steps), bv_binary(Op.BV_LSHR, term, back))


def _rotate_back_by(a: Sequence[Term]) -> Term:
    term, amount = a
    width = bv(term.sort.width, term.sort.width)
    return _rotate_by((term, bitvectors.bv_sub(width, bv_binary(Op.BV_UREM, amount, width))))


@cache
def _makers(api: Library) -> dict[int, Maker]:
    """z3's operator kinds without parameters, and how we say them."""
    return {
        getattr(api.kinds, "Z3_OP_" + name): maker for name, maker in (_LOGIC | _ARITHMETIC | _VECTORS | FLOATS).items()
    }


@cache
def _indexed_makers(api: Library) -> dict[int, IndexedMaker]:
    return {getattr(api.kinds, "Z3_OP_" + name): maker for name, maker in (_INDEXED | INDEXED_FLOATS).items()}


_LOGIC: Final[dict[str, Maker]] = {
    "TRUE": lambda a: terms.TRUE,
    "FALSE": lambda a: terms.FALSE,
    "EQ": _chain(eq),
    "IFF": _chain(eq),
    "DISTINCT": lambda a: terms.distinct(*a),
    "ITE": lambda a: ite(a[0], a[1], a[2]),
    "AND": terms.conjunction,
    "OR": terms.disjunction,
    "XOR": _fold(terms.xor),
    "NOT": lambda a: not_(a[0]),
    "IMPLIES": lambda a: reduce(lambda right, left: terms.implies(left, right), reversed(a)),
    "SELECT": _select,
    "STORE": _store,
    "ARRAY_DEFAULT": _array_default,
}
_ARITHMETIC: Final[dict[str, Maker]] = {
    "LE": _chain(terms.le),
    "GE": _chain(terms.ge),
    "LT": _chain(terms.lt),
    "GT": _chain(terms.gt),
    "ADD": lambda a: terms.add(*a),
    "SUB": _fold(terms.sub),
    "UMINUS": lambda a: neg(a[0]),
    "MUL": lambda a: mul(*a),
    "DIV": _fold(terms.real_div),
    "IDIV": _fold(terms.int_div),
    "REM": _remainder,
    "MOD": lambda a: terms.int_mod(a[0], a[1]),
    "TO_REAL": lambda a: terms.to_real(a[0]),
    "TO_INT": lambda a: terms.to_int(a[0]),
    "IS_INT": lambda a: terms.is_int(a[0]),
    "POWER": _power,
    "ABS": _absolute,
}
_VECTORS: Final[dict[str, Maker]] = {
    "BNEG": lambda a: bitvectors.bv_neg(a[0]),
    "BADD": _bitvector(Op.BV_ADD),
    "BSUB": _fold(bitvectors.bv_sub),
    "BMUL": _bitvector(Op.BV_MUL),
    "BSDIV": _bitvector(Op.BV_SDIV),
    "BUDIV": _bitvector(Op.BV_UDIV),
    "BSREM": _bitvector(Op.BV_SREM),
    "BUREM": _bitvector(Op.BV_UREM),
    "BSMOD": lambda a: bitvectors.bv_smod(a[0], a[1]),
    "BSDIV_I": _bitvector(Op.BV_SDIV),
    "BUDIV_I": _bitvector(Op.BV_UDIV),
    "BSREM_I": _bitvector(Op.BV_SREM),
    "BUREM_I": _bitvector(Op.BV_UREM),
    "BSMOD_I": lambda a: bitvectors.bv_smod(a[0], a[1]),
    "BSDIV0": _by_zero(Op.BV_SDIV),
    "BUDIV0": _by_zero(Op.BV_UDIV),
    "BSREM0": lambda a: a[0],
    "BUREM0": lambda a: a[0],
    "BSMOD0": lambda a: a[0],
    "ULEQ": _bitvector_comparison(Op.BV_ULE),
    "SLEQ": _bitvector_comparison(Op.BV_SLE),
    "UGEQ": _swapped(_bitvector_comparison(Op.BV_ULE)),
    "SGEQ": _swapped(_bitvector_comparison(Op.BV_SLE)),
    "ULT": _bitvector_comparison(Op.BV_ULT),
    "SLT": _bitvector_comparison(Op.BV_SLT),
    "UGT": _swapped(_bitvector_comparison(Op.BV_ULT)),
    "SGT": _swapped(_bitvector_comparison(Op.BV_SLT)),
    "BAND": _bitvector(Op.BV_AND),
    "BOR": _bitvector(Op.BV_OR),
    "BNOT": lambda a: bv_not(a[0]),
    "BXOR": _bitvector(Op.BV_XOR),
    "BNAND": lambda a: bv_not(bv_binary(Op.BV_AND, a[0], a[1])),
    "BNOR": lambda a: bv_not(bv_binary(Op.BV_OR, a[0], a[1])),
    "BXNOR": lambda a: bv_not(bv_binary(Op.BV_XOR, a[0], a[1])),
    "CONCAT": _fold(concat),
    "BREDOR": lambda a: bitvectors.bit(bitvectors.nonzero(a[0])),
    "BREDAND": lambda a: bitvectors.bit(eq(a[0], bv(-1, a[0].sort.width))),
    "BCOMP": lambda a: bitvectors.bit(eq(a[0], a[1])),
    "BSHL": _bitvector(Op.BV_SHL),
    "BLSHR": _bitvector(Op.BV_LSHR),
    "BASHR": _bitvector(Op.BV_ASHR),
    "EXT_ROTATE_LEFT": _rotate_by,
    "EXT_ROTATE_RIGHT": _rotate_back_by,
    "CARRY": _majority,
    "XOR3": _fold(terms.xor),
}
_INDEXED: Final[dict[str, IndexedMaker]] = {
    "EXTRACT": lambda p, a: extract(p[0], p[1], a[0]),
    "ZERO_EXT": lambda p, a: bitvectors.zero_extend(p[0], a[0]),
    "SIGN_EXT": lambda p, a: bitvectors.sign_extend(p[0], a[0]),
    "REPEAT": lambda p, a: reduce(concat, [a[0]] * p[0]),
    "ROTATE_LEFT": lambda p, a: rotate_left(p[0], a[0]),
    "ROTATE_RIGHT": lambda p, a: rotate_left(-p[0], a[0]),
    "BIT2BOOL": lambda p, a: eq(extract(p[0], p[0], a[0]), bv(1, 1)),
}
