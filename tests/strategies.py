"""Random terms, formulas and assignments for property-based tests.

Which theories occur is decided by the sorts of the variables: over Boolean and integer variables everything stays in
linear integer arithmetic, a real or a bit-vector variable brings its theory along.  Divisors are non-zero constants and
products have a constant factor, so every term has a value under every assignment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from hypothesis import settings
from hypothesis import strategies as st

from assay.core.terms import Op, Payload, Term, conjunction, eq, intern, number, post_order, variable
from assay.core.terms.bitvectors import BINARY, COMPARE, bv
from assay.core.terms.evaluate import ArrayValue, Value, constant
from assay.core.terms.rebuild import make
from assay.core.terms.sorts import BOOL, INT, REAL, Sort, array, bitvector

Terms = st.SearchStrategy[Term]

LAW = settings(max_examples=30)  # for laws whose single case is cheap

NIBBLE = bitvector(4)
BYTE = bitvector(8)

BOOLEANS = (variable("p", BOOL), variable("q", BOOL))
INTEGERS = (variable("x", INT), variable("y", INT), variable("z", INT))
REALS = (variable("r", REAL), variable("s", REAL))
VECTORS = (variable("u", NIBBLE), variable("v", NIBBLE), variable("w", BYTE))
INTEGER_ARRAYS = (variable("a", array(INT, INT)),)
VECTOR_ARRAYS = (variable("m", array(NIBBLE, BYTE)),)
EVERYTHING = BOOLEANS + INTEGERS + REALS + VECTORS + INTEGER_ARRAYS + VECTOR_ARRAYS


_FRACTIONS = st.builds(Fraction, st.integers(-9, 9), st.sampled_from((1, 2, 3)))


def whole(value: Value) -> int:
    """A value that is an integer, or the truth of a formula as one."""
    assert isinstance(value, int)
    return value


def constants(sort: Sort) -> Terms:
    """Constants of a sort without arrays."""
    if sort is BOOL:
        return st.booleans().map(lambda value: intern(Op.CONST, (), BOOL, value))
    if sort.is_bitvector:
        return st.integers(0, 2**sort.width - 1).map(lambda value: bv(value, sort.width))
    numbers: st.SearchStrategy[int | Fraction] = st.integers(-9, 9) if sort is INT else _FRACTIONS
    return numbers.map(lambda value: number(value, sort))


def values(sort: Sort) -> st.SearchStrategy[Value]:
    """Small values of a sort."""
    if sort is BOOL:
        return st.booleans()
    if sort is INT:
        return st.integers(-9, 9)
    if sort is REAL:
        return _FRACTIONS
    if sort.is_bitvector:
        return st.integers(0, 2**sort.width - 1)
    assert sort.index is not None and sort.element is not None
    writes = st.lists(st.tuples(values(sort.index), values(sort.element)), max_size=3)
    return st.builds(_array_value, st.just(sort), values(sort.element), writes)


def _array_value(sort: Sort, default: Value, writes: list[tuple[Value, Value]]) -> ArrayValue:
    result = ArrayValue(sort, default)
    for index, element in writes:
        result = result.updated(index, element)
    return result


def assignments(variables: Sequence[Term] = EVERYTHING) -> st.SearchStrategy[dict[Term, Value]]:
    """A value for each variable."""
    return st.fixed_dictionaries({term: values(term.sort) for term in variables})


def fixed(assignment: Mapping[Term, Value]) -> Term:
    """The formula whose one model is ``assignment``."""
    return conjunction(eq(term, constant(value, term.sort)) for term, value in assignment.items())


def formulas(variables: Sequence[Term] = EVERYTHING, depth: int = 3) -> Terms:
    """Simplified Boolean terms over these variables."""
    return plain_terms(BOOL, tuple(variables), depth).map(simplified)


def terms(sort: Sort, variables: Sequence[Term] = EVERYTHING, depth: int = 3) -> Terms:
    """Simplified terms of a sort over these variables."""
    return plain_terms(sort, tuple(variables), depth).map(simplified)


def simplified(term: Term) -> Term:
    """``term`` built again by the simplifying constructors, from the leaves up."""
    built: dict[Term, Term] = {}
    for part in post_order(term):
        args = tuple(built[arg] for arg in part.args)
        built[part] = make(part.op, args, part.sort, part.value) if args else part
    return built[term]


@cache
def plain_terms(sort: Sort, variables: tuple[Term, ...], depth: int) -> Terms:
    """Terms exactly as written: no constructor has simplified them."""
    leaves = [term for term in variables if term.sort is sort]
    choices: list[Terms] = [st.sampled_from(leaves)] * 2 if leaves else []
    if sort.is_array:
        choices.append(_node(Op.CONST_ARRAY, sort, constants(_element(sort))))
    else:
        choices.append(constants(sort))
    if depth > 0:

        def smaller(wanted: Sort) -> Terms:
            return plain_terms(wanted, variables, depth - 1)

        choices.append(_node(Op.ITE, sort, smaller(BOOL), smaller(sort), smaller(sort)))
        choices.extend(_operations(sort, _sorts(variables), smaller))
        choices.extend(_reads(sort, variables, smaller))
    return st.one_of(choices)


def _sorts(variables: tuple[Term, ...]) -> list[Sort]:
    """The sorts in play, arrays taken apart."""
    found: dict[Sort, None] = {BOOL: None}
    for term in variables:
        found[term.sort] = None
        if term.sort.index is not None and term.sort.element is not None:
            found[term.sort.index] = found[term.sort.element] = None
    return list(found)


def _element(sort: Sort) -> Sort:
    assert sort.element is not None
    return sort.element


def _node(op: Op, sort: Sort, *args: Terms, value: Payload = None) -> Terms:
    return st.tuples(*args).map(lambda built: intern(op, tuple(built), sort, value))


def _several(op: Op, sort: Sort, parts: Terms) -> Terms:
    return st.lists(parts, min_size=2, max_size=3).map(lambda built: intern(op, tuple(built), sort))


def _operations(sort: Sort, sorts: list[Sort], smaller: Callable[[Sort], Terms]) -> list[Terms]:
    if sort is BOOL:
        return _boolean_operations(sorts, smaller)
    if sort.is_arithmetic:
        return _arithmetic_operations(sort, sorts, smaller)
    if sort.is_bitvector:
        return _vector_operations(sort, sorts, smaller)
    assert sort.index is not None
    return [_node(Op.STORE, sort, smaller(sort), smaller(sort.index), smaller(_element(sort)))]


def _boolean_operations(sorts: list[Sort], smaller: Callable[[Sort], Terms]) -> list[Terms]:
    truth = smaller(BOOL)
    found = [_node(Op.NOT, BOOL, truth), _several(Op.AND, BOOL, truth), _several(Op.OR, BOOL, truth)]
    for sort in sorts:
        found.append(_node(Op.EQ, BOOL, smaller(sort), smaller(sort)))
        comparisons = (Op.LE, Op.LT) if sort.is_arithmetic else tuple(COMPARE) if sort.is_bitvector else ()
        found.extend(_node(op, BOOL, smaller(sort), smaller(sort)) for op in comparisons)
    if REAL in sorts:
        found.append(_node(Op.IS_INT, BOOL, smaller(REAL)))
    return found


def _arithmetic_operations(sort: Sort, sorts: list[Sort], smaller: Callable[[Sort], Terms]) -> list[Terms]:
    part = smaller(sort)
    divisor = constants(sort).filter(lambda term: term.number != 0)
    found = [_several(Op.ADD, sort, part), _node(Op.MUL, sort, constants(sort), part)]
    if sort is INT:
        found += [_node(Op.DIV, INT, part, divisor), _node(Op.MOD, INT, part, divisor)]
        if REAL in sorts:
            found.append(_node(Op.TO_INT, INT, smaller(REAL)))
    else:
        found.append(_node(Op.REAL_DIV, REAL, part, divisor))
        if INT in sorts:
            found.append(_node(Op.TO_REAL, REAL, smaller(INT)))
    return found


def _vector_operations(sort: Sort, sorts: list[Sort], smaller: Callable[[Sort], Terms]) -> list[Terms]:
    part = smaller(sort)
    found = [_node(op, sort, part, part) for op in BINARY] + [_node(op, sort, part) for op in (Op.BV_NOT, Op.BV_NEG)]
    for other in sorts:
        if not other.is_bitvector or other is sort:
            continue
        rest = abs(other.width - sort.width)
        if other.width < sort.width:
            found += [_node(op, sort, smaller(other), value=(rest,)) for op in (Op.BV_ZERO_EXTEND, Op.BV_SIGN_EXTEND)]
            found.append(_node(Op.BV_CONCAT, sort, smaller(bitvector(rest)), smaller(other)))
        else:
            found += [
                _node(Op.BV_EXTRACT, sort, smaller(other), value=(low + sort.width - 1, low)) for low in (0, rest)
            ]
    return found


def _reads(sort: Sort, variables: tuple[Term, ...], smaller: Callable[[Sort], Terms]) -> list[Terms]:
    """Reads of elements of this sort from arrays."""
    tables = {term.sort: None for term in variables if term.sort.is_array and term.sort.element is sort}
    return [_node(Op.SELECT, sort, smaller(s), smaller(s.index)) for s in tables if s.index is not None]
