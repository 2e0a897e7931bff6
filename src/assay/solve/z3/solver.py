"""z3 behind the port: persistent, incremental, asked with assumptions through the bare library.

A check with Boolean literals as assumptions costs a few microseconds beyond what z3 itself needs.
Limit: z3 does not always honour a timeout; a hard limit needs a process that can be killed.
"""

from __future__ import annotations

import math
import time
import weakref
from collections.abc import Collection, Sequence

from assay.core.errors import SolverFailure
from assay.core.terms import FALSE, TRUE, Op, Term, eq, implies, not_, variable
from assay.core.terms.evaluate import Value, constant
from assay.core.terms.sorts import BOOL
from assay.solve.floating import Deputy
from assay.solve.smt import Answer, Solver
from assay.solve.z3.context import Z3Context, decode, shared_context
from assay.solve.z3.projection import project
from assay.solve.z3.raw import array_of
from assay.solve.z3.terms import to_z3
from assay.solve.z3.values import read_value

_NO_TIMEOUT = 2**32 - 1
_LONGEST_TRAIL = 1000  # literals: to go through more, as bits make them, costs more than a model
_ANSWERS = {1: Answer.SAT, -1: Answer.UNSAT, 0: Answer.UNKNOWN}


class _Handles:
    """What z3 keeps alive for one solver: the solver itself and, until the next check, a model and a trail."""

    __slots__ = ("context", "model", "solver", "trail")

    def __init__(self, context: Z3Context, solver: int) -> None:
        self.context = context
        self.solver = solver
        self.model = 0
        self.trail = 0
        context.api.solver_inc_ref(context.raw, solver)

    def forget(self) -> None:
        if self.model:
            self.context.api.model_dec_ref(self.context.raw, self.model)
            self.model = 0
        if self.trail:
            self.context.api.ast_vector_dec_ref(self.context.raw, self.trail)
            self.trail = 0

    def release(self) -> None:
        self.forget()
        self.context.api.solver_dec_ref(self.context.raw, self.solver)


class Z3Solver:
    """A ``ProjectingSolver``.

    With ``incremental`` (the default) the solver is z3's plain core, quick to make and to ask again; without, z3 may
    choose a strategy, which pays for a single hard question.  ``plain_simplex`` takes z3's older arithmetic, quicker
    on many small questions.  With ``deputy``, Bitwuzla answers as soon as floating-point numbers occur.  Answers,
    models and cores belong to the last check and are gone once something is added, pushed or popped.
    """

    def __init__(
        self,
        context: Z3Context | None = None,
        *,
        incremental: bool = True,
        plain_simplex: bool = False,
        seed: int = 0,
        deputy: bool = True,
    ) -> None:
        self.context = context if context is not None else shared_context()
        make = self.context.api.mk_simple_solver if incremental else self.context.api.mk_solver
        self._raw: int = make(self.context.raw)
        self._handles = _Handles(self.context, self._raw)
        weakref.finalize(self, self._handles.release).atexit = False
        self._incremental = incremental
        self._queries = 0
        self._milliseconds = _NO_TIMEOUT
        self._answer: Answer | None = None
        self._assumed: tuple[Sequence[Term], list[int]] = ((), [])
        self._literals: dict[Term, int] = {}
        self._indicators: list[list[Term]] = [[]]
        self._pairs: dict[Term, tuple[int, int]] = {}
        self._assignment: set[int] | None = None
        self._deputy = Deputy() if deputy else None
        self._answering: Solver | None = None
        extra = {"arith.solver": 2} if plain_simplex else {}
        self._set(random_seed=seed, **extra)

    @property
    def name(self) -> str:
        return "z3"

    @property
    def queries(self) -> int:
        return self._queries

    # -- assertions ----------------------------------------------------------------------------------------------------

    def add(self, *formulas: Term) -> None:
        self._forget()
        api, raw_context = self.context.api, self.context.raw
        for formula in formulas:
            api.solver_assert(raw_context, self._raw, to_z3(self.context, formula))
            self.context.check_error()
        if self._deputy is not None:
            self._deputy.add(formulas)
            if not self.context.floats.isdisjoint(formulas):
                self._deputy.begin()

    def push(self) -> None:
        self._forget()
        self._indicators.append([])
        if self._deputy is not None:
            self._deputy.push()
        self.context.api.solver_push(self.context.raw, self._raw)

    def pop(self) -> None:
        self._forget()
        if len(self._indicators) == 1:
            raise SolverFailure("pop without push")
        for formula in self._indicators.pop():
            del self._literals[formula]
        if self._deputy is not None:
            self._deputy.pop()
        self.context.api.solver_pop(self.context.raw, self._raw, 1)

    # -- questions -----------------------------------------------------------------------------------------------------

    def check(self, assumptions: Sequence[Term] = (), /, *, seconds: float | None = None) -> Answer:
        self._forget()
        answer = self._deputised(assumptions, seconds)
        if answer is not None:
            return answer
        literals = self._literals
        try:
            pointers = [literals[term] for term in assumptions]
        except KeyError:
            pointers = [self._literal(term) for term in assumptions]
        if seconds is not None or self._milliseconds != _NO_TIMEOUT:
            self._limit(seconds)
        self._queries += 1
        self._assumed = (assumptions, pointers)
        context, start = self.context, time.monotonic()
        result = context.api.solver_check_assumptions(context.raw, self._raw, len(pointers), array_of(pointers))
        self._answer = answer = _ANSWERS[result]
        if answer is Answer.UNKNOWN:
            self._explain(time.monotonic() - start)
        return answer

    def core(self) -> tuple[Term, ...]:
        if self._answer is not Answer.UNSAT:
            raise SolverFailure("a core needs an unsatisfiable check before it")
        if self._answering is not None:
            return self._answering.core()
        core = self.context.api.solver_get_unsat_core(self.context.raw, self._raw)
        with self.context.owning("ast_vector", core) as vector:
            found = self._elements(vector)
        return tuple(dict.fromkeys(term for term, raw in zip(*self._assumed, strict=True) if raw in found))

    def value(self, term: Term) -> Value:
        if self._answering is not None:
            return self._answering.value(term)
        model = self._model()
        raw = self.context.evaluate(model, to_z3(self.context, term), complete=True)
        with self.context.holding(raw):
            return read_value(self.context, model, raw, term.sort)

    def truth(self, literals: Sequence[Term]) -> list[bool | None]:
        if self._answering is not None:
            return self._answering.truth(literals)
        assigned = self._assigned()
        known = self._pairs
        result: list[bool | None] = []
        for literal in literals:
            positive, negative = known.get(literal) or self._pair(literal)
            if positive in assigned:
                result.append(True)
            elif negative in assigned:
                result.append(False)
            else:
                result.append(self._truth_in_model(literal))
        return result

    def project(self, formula: Term, eliminate: Collection[Term]) -> tuple[Term, ...]:
        if self._answering is not None:
            return self._projected(self._answering, formula, eliminate)
        return project(self.context, self._model(), formula, eliminate)

    # -- by a deputy ---------------------------------------------------------------------------------------------------

    def _deputised(self, assumptions: Sequence[Term], seconds: float | None) -> Answer | None:
        """The answer of the deputy, if floating-point numbers occur and there is one."""
        if self._deputy is None:
            return None
        if self._deputy.solver is None:
            for term in assumptions:
                to_z3(self.context, term)
            if self.context.floats.isdisjoint(assumptions):
                return None
            self._deputy.begin()
        answer = self._deputy.check(assumptions, seconds)
        if answer is None:
            return None
        self._queries += 1
        self._answer, self._answering = answer, self._deputy.solver
        return answer

    def _projected(self, found: Solver, formula: Term, eliminate: Collection[Term]) -> tuple[Term, ...]:
        """Projection in a model of z3's with the deputy's values."""
        values = [eq(symbol, constant(found.value(symbol), symbol.sort)) for symbol in formula.free]
        solver = Z3Solver(self.context, deputy=False)
        solver.add(*values)
        if solver.check() is not Answer.SAT:
            raise SolverFailure("z3 has no model with given values")
        return solver.project(formula, eliminate)

    # -- inside --------------------------------------------------------------------------------------------------------

    def _literal(self, term: Term) -> int:
        """What stands for ``term`` among the assumptions: a Boolean literal itself, a fresh indicator for any other."""
        raw = self._literals.get(term)
        if raw is None:
            atom = term.args[0] if term.op is Op.NOT else term
            if atom.op is Op.VAR:
                raw = to_z3(self.context, term)
            else:
                raw = self._indicator(term)
                self._indicators[-1].append(term)
            self._literals[term] = raw
        return raw

    def _indicator(self, formula: Term) -> int:
        """A Boolean constant of our own that implies ``formula`` as long as the current scope lasts."""
        context, indicator = self.context, variable(f"assumed!{formula.uid}", BOOL)
        context.api.solver_assert(context.raw, self._raw, to_z3(context, implies(indicator, formula)))
        return to_z3(context, indicator)

    def _pair(self, literal: Term) -> tuple[int, int]:
        """A Boolean variable or its negation, and its opposite, as the trail shows them; of others it shows nothing."""
        atom = literal.args[0] if literal.op is Op.NOT else literal
        pair = (to_z3(self.context, literal), to_z3(self.context, not_(literal))) if atom.op is Op.VAR else (0, 0)
        self._pairs[literal] = pair
        return pair

    def _assigned(self) -> set[int]:
        """The literals that z3's search assigned, unless they are very many: else cheaper than a model."""
        if self._answer is not Answer.SAT:
            raise SolverFailure("a model needs a satisfiable check before it")
        if self._assignment is None:
            api, raw_context = self.context.api, self.context.raw
            trail = (api.solver_get_trail(raw_context, self._raw) or 0) if self._incremental else 0
            if trail:
                # Held as long as the assignment, for freed pointers would come back as other expressions.
                api.ast_vector_inc_ref(raw_context, trail)
                self._handles.trail = trail
            short = trail and api.ast_vector_size(raw_context, trail) <= _LONGEST_TRAIL
            self._assignment = self._elements(trail) if short else set()
        return self._assignment

    def _elements(self, vector: int) -> set[int]:
        """The expressions in a vector of z3's."""
        raw_context, get = self.context.raw, self.context.api.ast_vector_get
        return {get(raw_context, vector, i) for i in range(self.context.api.ast_vector_size(raw_context, vector))}

    def _truth_in_model(self, literal: Term) -> bool | None:
        raw = self.context.evaluate(self._model(), to_z3(self.context, literal), complete=False)
        return True if raw == self.context.raws[TRUE] else False if raw == self.context.raws[FALSE] else None

    def _model(self) -> int:
        handles = self._handles
        if not handles.model:
            if self._answer is not Answer.SAT:
                raise SolverFailure("a model needs a satisfiable check before it")
            model = self.context.api.solver_get_model(self.context.raw, self._raw)
            if not model:
                raise self.context.complaint()
            self.context.api.model_inc_ref(self.context.raw, model)
            handles.model = model
        return handles.model

    def _forget(self) -> None:
        """Drop the last answer and what belongs to it."""
        self._handles.forget()
        self._assignment = None
        self._answer = None
        self._answering = None

    def _limit(self, seconds: float | None) -> None:
        finite = seconds is not None and seconds < _NO_TIMEOUT / 1000 - 1
        milliseconds = max(1, math.ceil((seconds or 0) * 1000)) if finite else _NO_TIMEOUT
        if milliseconds != self._milliseconds:
            self._milliseconds = milliseconds
            self._set(timeout=milliseconds)

    def _set(self, **parameters: int | bool) -> None:
        api, raw_context = self.context.api, self.context.raw
        with self.context.owning("params", api.mk_params(raw_context)) as table:
            for name, value in parameters.items():
                put = api.params_set_bool if isinstance(value, bool) else api.params_set_uint
                put(raw_context, table, self.context.symbol(name), value)
            api.solver_set_params(raw_context, self._raw, table)
        self.context.check_error()

    def _explain(self, elapsed: float) -> None:
        """Why the last check did not decide: nothing if z3 gave up, an exception if it failed or was interrupted.

        z3 catches an interrupt from the keyboard and calls it a cancellation, as it calls the end of the time.
        """
        self.context.check_error()
        reason = decode(self.context.api.solver_get_reason_unknown(self.context.raw, self._raw))
        out_of_time = self._milliseconds != _NO_TIMEOUT and elapsed * 1000 >= self._milliseconds
        if "keyboard" in reason or ("cancel" in reason and not out_of_time):
            raise KeyboardInterrupt
