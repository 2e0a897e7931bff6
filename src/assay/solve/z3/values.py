"""Concrete values out of z3's models: numbers, truth values, and arrays in each of the forms that z3 gives them."""

from __future__ import annotations

from fractions import Fraction

from assay.core.errors import SolverFailure, Unsupported
from assay.core.terms.evaluate import ArrayValue, Value
from assay.core.terms.floats import form
from assay.core.terms.sorts import Sort, bitvector
from assay.solve.z3.context import Z3Context
from assay.solve.z3.reading import from_z3


def read_value(context: Z3Context, model: int, raw: int, sort: Sort) -> Value:
    """The value that ``raw`` denotes, where ``raw`` is what evaluation in ``model`` returned."""
    if sort.is_array:
        return _array(context, model, raw, sort)
    if sort.is_float:
        return _float(context, model, raw, sort)
    try:
        term = from_z3(context, raw)
    except Unsupported as problem:
        raise SolverFailure(f"z3: {problem.message} in a model") from problem
    if not term.is_const or not isinstance(term.value, bool | int | Fraction):
        raise SolverFailure(f"z3: the model leaves {context.text(raw)} open")
    return term.value


def _array(context: Z3Context, model: int, raw: int, sort: Sort) -> ArrayValue:
    """Writes on top of a constant array or of a function's graph; the last write to an index counts."""
    assert sort.index is not None and sort.element is not None
    api, kinds = context.api, context.api.kinds
    table: dict[Value, Value] = {}
    while True:
        kind = _operator_kind(context, raw)
        if kind != kinds.Z3_OP_STORE:
            break
        base, index, element = (api.get_app_arg(context.raw, raw, i) for i in range(3))
        table.setdefault(
            read_value(context, model, index, sort.index), read_value(context, model, element, sort.element)
        )
        raw = base
    if kind == kinds.Z3_OP_CONST_ARRAY:
        default = read_value(context, model, api.get_app_arg(context.raw, raw, 0), sort.element)
    elif kind == kinds.Z3_OP_AS_ARRAY:
        function = api.get_decl_func_decl_parameter(context.raw, api.get_app_decl(context.raw, raw), 0)
        default = _graph(context, model, function, sort, table)
    else:
        raise SolverFailure(f"z3: an array value in a form that is not read: {context.text(raw)}")
    entries = sorted(((index, value) for index, value in table.items() if value != default), key=repr)
    return ArrayValue(sort, default, tuple(entries))


def _float(context: Z3Context, model: int, raw: int, sort: Sort) -> Value:
    """The bits of a number."""
    with context.holding(context.api.mk_fpa_to_ieee_bv(context.raw, raw)) as vector:
        bits = read_value(context, model, context.evaluate(model, vector, complete=True), bitvector(sort.width))
    assert isinstance(bits, int)
    return form(sort).canonical(bits)


def _operator_kind(context: Z3Context, raw: int) -> int:
    """The kind of the operator that ``raw`` applies; -1 if it is no application."""
    api = context.api
    if api.get_ast_kind(context.raw, raw) != api.kinds.Z3_APP_AST:
        return -1
    kind: int = api.get_decl_kind(context.raw, api.get_app_decl(context.raw, raw))
    return kind


def _graph(context: Z3Context, model: int, function: int, sort: Sort, table: dict[Value, Value]) -> Value:
    """Extend ``table`` by the points of a function's interpretation and return its value elsewhere."""
    assert sort.index is not None and sort.element is not None
    api = context.api
    graph = api.model_get_func_interp(context.raw, model, function)
    if not graph:
        raise SolverFailure("z3: an array value without an interpretation")
    with context.owning("func_interp", graph):
        for position in range(api.func_interp_get_num_entries(context.raw, graph)):
            with context.owning("func_entry", api.func_interp_get_entry(context.raw, graph, position)) as entry:
                index = read_value(context, model, api.func_entry_get_arg(context.raw, entry, 0), sort.index)
                value = read_value(context, model, api.func_entry_get_value(context.raw, entry), sort.element)
            table.setdefault(index, value)
        return read_value(context, model, api.func_interp_get_else(context.raw, graph), sort.element)
