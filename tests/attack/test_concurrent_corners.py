"""Forms in which concurrent assertions are written, and what is taken for something else: with known verdicts."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from assay.core.errors import InputError
from assay.frontends.verilog.concurrent.rewriting import rewritten
from verilog import model_of, module, reads_verilog, together, verdicts

pytestmark = reads_verilog

# A register that follows ``a`` by a tick, with a first value.
Q: Final = "reg q = 0; always @(posedge clk) q <= a;\n"
# Expressions of two bits, each of which has to be in an assertion what it is outside.
EXPRESSIONS: Final = (
    *(
        f"b {sign} w"
        for sign in ("&&", "||", "&", "|", "^", "~^", "^~", "+", "-", "*", "<", "<=", ">", ">=", "==", "!=")
    ),
    *(f"b {sign} w" for sign in ("===", "!==", "<<", ">>", "<<<", ">>>")),
    *("~&b", "~|b", "~^b", "&b", "|b && w", "^b", "!b", "-b", "b[w[0] +: 1]", "v[b[0] -: 1]", "2 ** b", "{2{b[0]}}"),
    *("a ? b : w", "b && &w || !w", "s.f", "s.f && b", "pack::N + b", "pack::N && w", "$signed(b) < w", "3'(b) << 1"),
    *("$signed(b) >>> 1", "b & & w", "b && ~ w", "$countones({b, w})", "-1 < $signed(b)"),
)
HOLDS: Final = {
    "next tick": Q + "assert property (@(posedge clk) a |=> q);",
    "same tick": "assert property (@(posedge clk) a && b[0] |-> b[0]);",
    "delay": Q + "assert property (@(posedge clk) a ##1 a |-> q);",
    "a sequence alone": Q + "assert property (@(posedge clk) disable iff (!a) 1 ##1 q);",
    "default clocking": Q + "default clocking cb @(posedge clk); endclocking\nassert property (a |=> q);",
    "default clocking by name": Q + "clocking cb @(posedge clk); input a; endclocking\ndefault clocking cb;\n"
    "assert property (a |=> q);",
    "clocking block as event": Q + "clocking cb @(posedge clk); endclocking assert property (@(cb) a |=> q);",
    "default disable": Q + "default disable iff (a); assert property (@(posedge clk) a |-> 0);",
    "own disable before default": Q + "default disable iff (0); assert property (@(posedge clk) disable iff (a) !a);",
    "named property": Q + "property p; @(posedge clk) a |=> q; endproperty : p\nassert property (p);",
    "named after its use": Q + "assert property (p);\nproperty p; @(posedge clk) a |=> q; endproperty",
    "arguments": Q + "property p(x, y); @(posedge clk) x |=> y; endproperty assert property (p(a && b[0], q));",
    "arguments by name": Q + "property p(x, y); x |=> y; endproperty assert property (@(posedge clk) p(.y(q), .x(a)));",
    "an argument left out": Q + "property p(x, y = q); x |=> y; endproperty assert property (@(posedge clk) p(a));",
    "arguments bind tightly": "property p(x); !x; endproperty assert property (@(posedge clk) p(a && !a));",
    "a number for a typed argument is cut": "property p(bit x, logic [1:0] y); !x && ~y == 2'd0; endproperty\n"
    "assert property (@(posedge clk) p(2, 7));",
    "a typed argument has its width": "property p(logic [3:0] x); x + 4'd1 <= 4'd4 ##1 $past(x) == $past(b);\n"
    "endproperty assert property (@(posedge clk) p(b));",
    "a typed argument has its sign": "wire signed [1:0] s = b; property p(int x, byte y, logic [2:0] z);\n"
    "(x < 0) == b[1] && y == x && z == {b[1], b}; endproperty assert property (@(posedge clk) p(s, s, s));",
    "a number as argument": Q + "property p(int n); a |-> ##n q; endproperty assert property (@(posedge clk) p(1));",
    "an event as argument": Q + "property p(e); @(e) a |=> q; endproperty assert property (p(posedge clk));",
    "sequence in property": Q + "sequence s; a ##1 !a; endsequence\nassert property (@(posedge clk) s |=> !q);",
    "sequence with arguments": Q
    + "sequence s(x, n); x[*n]; endsequence assert property (@(posedge clk) s(a, 2) |-> q);",
    "property that negates": "property p; not (a && !a); endproperty assert property (@(posedge clk) p);",
    "initial": "reg [1:0] n = 0; always @(posedge clk) n <= n + 1;\n"
    "initial assert property (@(posedge clk) n == 0 ##1 n == 1);",
    "in an always block": Q + "always @(posedge clk) assert property (a |=> q);",
    "behind conditions in a block": Q + "reg n = 0; always @(posedge clk) begin n <= 1;\n"
    "if (a) begin : g if (b[0]) ; else assert property (1 |=> q && !$past(b[0]));\n"
    "end else if (b[1]) assert property (##1 $past(b[1]) && !q && n) else $error; end",
    "assumed behind a condition": "always @(posedge clk) begin if (a) assume property (b[0] |=> b[1]); end\n"
    "assert property (@(posedge clk) a && b[0] |=> b[1]);",
    "covered as a default says": "default disable iff (b[1]); always @(posedge clk) begin\n"
    "assert property (b[1] == 0); end",
    "a block, and one behind it": Q + "always @(posedge clk) begin assert final (a == a);\n"
    "if (a) assert property (1 |=> q); end always @(posedge clk) if (!a) assert property (1 |=> !q);",
    "an expression in a block": Q + 'always @(posedge clk) if (q) assert property (q) else $error("no");',
    "falling edge": "reg q = 0; always @(negedge clk) q <= a; assert property (@(negedge clk) a |=> q);",
    "else": Q + 'assert property (@(posedge clk) a |=> q) else begin $error("q is %b", q); $info; end',
    "both actions": Q + 'assert property (@(posedge clk) a |=> q) $info("good"); else $fatal(1, "bad");',
    "an action of an immediate one": 'always @* begin assert (a == a) else $error("a"); assert final (b == b); end',
    "deferred": "always_comb assert #0 (a == a) else $warning;",
    "not": "assert property (@(posedge clk) not (a ##0 !a));",
    "if and else": Q + "assert property (@(posedge clk) if (a) nexttime q else nexttime !q);",
    "implies": Q + "assert property (@(posedge clk) a implies nexttime q);",
    "iff": Q + "assert property (@(posedge clk) a iff nexttime q);",
    "until": "reg [1:0] n = 0; always @(posedge clk) if (n < 2) n <= n + 1;\n"
    "initial assert property (@(posedge clk) (n < 2) until (n == 2));",
    "bounded eventually": "reg [1:0] n = 0; always @(posedge clk) n <= n + 1;\n"
    "assert property (@(posedge clk) s_eventually [0:3] n == 2);",
    "always": "reg n = 0; always @(posedge clk) n <= 1; assert property (@(posedge clk) n |-> always n);",
    "always in a range": "reg n = 0; always @(posedge clk) n <= 1;\n"
    "initial assert property (@(posedge clk) always [1:3] n);",
    "eventually": "reg [1:0] n = 0; always @(posedge clk) if (n < 3) n <= n + 1;\n"
    "assert property (@(posedge clk) a |-> s_eventually n == 3);",
    "strong until": "reg [1:0] n = 0; always @(posedge clk) n <= n + 1;\n"
    "assert property (@(posedge clk) disable iff (a) n != 2 s_until n == 2);",
    "eventually always": "reg [1:0] n = 0; always @(posedge clk) if (n < 3) n <= n + 1;\n"
    "initial assert property (@(posedge clk) s_eventually always n == 3);",
    "strong without a bound": "reg n = 0; always @(posedge clk) n <= !n;\n"
    "assert property (@(posedge clk) n |-> strong(##[1:$] n));",
    "not, of a weak one": "assert property (@(posedge clk) not (0 ##[1:$] b[0]));",
    "waiting for ever, or not": "assert property (@(posedge clk) a |-> (not (always !b[0])) or (always !b[0]));",
    "eventually, where that is assumed": "assume property (@(posedge clk) s_eventually a && b[0]);\n"
    "assert property (@(posedge clk) s_eventually b[0]); always @* assert (b == b);",
    "what is disabled by default is not here": "default disable iff (a);\n"
    "assume property (@(posedge clk) disable iff (0) s_eventually b[0]);\n"
    "assert property (@(posedge clk) s_eventually b[0]);",
    "behind a condition, eventually": "reg [1:0] n = 0; always @(posedge clk) if (n < 3) n <= n + 1;\n"
    "always @(posedge clk) if (a) assert property (s_eventually n == 3);",
    "throughout": "assert property (@(posedge clk) a throughout (b[0] ##1 b[1]) |-> a);",
    "goto": "assert property (@(posedge clk) a[->2] |-> a);",
    "nonconsecutive": "reg n = 0; always @(posedge clk) n <= n || a;\n"
    "assert property (@(posedge clk) a[=1] ##1 1 |-> n);",
    "unbounded antecedent": Q + "assert property (@(posedge clk) a ##[1:$] a |=> q);",
    "weak": "assert property (@(posedge clk) a |-> ##[1:$] b[0]);",
    "followed by": "assert property (@(posedge clk) not (a #-# !a));",
    "and before or": "assert property (@(posedge clk) 1 or 0 and 0);",
    "or before iff": "assert property (@(posedge clk) not (1 or 0 iff 0));",
    "iff before implies": "assert property (@(posedge clk) 0 implies 1 iff 0);",
    "implications from the right": "assert property (@(posedge clk) 0 implies 0 implies 0);",
    "delays from the left": "assert property (@(posedge clk) a ##1 b[0] ##1 a |-> $past(a, 2) && $past(b[0]));",
    "repetition before delay": "assert property (@(posedge clk) a ##1 b[0][*2] |-> $past(a, 2));",
    "past": "reg [1:0] p; always @(posedge clk) p <= b; assert property (@(posedge clk) ##1 p == $past(b));",
    "past of several": "reg [1:0] p, r; always @(posedge clk) begin p <= b; r <= p; end\n"
    "assert property (@(posedge clk) ##2 r == $past(b, 2));",
    "one value before the first tick, in two properties": "assume property (@(posedge clk) $past(b) != 1);\n"
    "assert property (@(posedge clk) $past(b) != 1);",
    "bits of the value before the first tick": "assert property (@(posedge clk) $past(b[0]) |-> $past(b) != 0);\n"
    "assert property (@(posedge clk) $changed(b) == ($changed(b[0]) || $changed(b[1])));",
    "another name before the first tick": "wire [1:0] c = b; always @(posedge clk) if ($past(c) == 1) begin\n"
    "assert ($past(b) == 1); assert ($rose(b[0]) == $rose(c)); end",
    "deferred, outside of blocks": "assert final (a == a); assert #0 (b == b);",
    "past has the sign of its argument": "wire signed [1:0] s = b; assert property (@(posedge clk) s == -1 ##1 1 |-> "
    "$past(s) < 0);",
    "past has the width of its argument": "assert property (@(posedge clk) b == 3 ##1 1 |-> $past(b) + 1 == 4);",
    "past without a sign": "assert property (@(posedge clk) b == 3 ##1 1 |-> -1 > $past(b));",
    "past where it counts": "reg [1:0] p; always @(posedge clk) if (a) p <= b;\n"
    "assert property (@(posedge clk) a |=> p == $past(b, 1, a));",
    "past of a bit": "reg p; always @(posedge clk) p <= b[1]; assert property (@(posedge clk) ##1 p == $past(b[1]));",
    "past of a word": "reg [1:0] m [0:1]; reg [1:0] p; always @(posedge clk) begin m[a] <= b; p <= m[a]; end\n"
    "assert property (@(posedge clk) ##1 p == $past(m[a]) && $stable(m[a]) == (m[a] == $past(m[a])));",
    "past of what is called as in our text": "wire name = a; reg p; always @(posedge clk) p <= name;\n"
    "assert property (@(posedge clk) ##1 p == $past({name}));",
    "past of past": "assert property (@(posedge clk) ##2 $past($past(b)) == $past(b, 2));",
    "rose": Q + "assert property (@(posedge clk) $rose(a) |=> q);",
    "rose is about the last bit": "assert property (@(posedge clk) b == 1 ##1 b == 3 |-> !$rose(b));",
    "fell": "assert property (@(posedge clk) a ##1 !a |-> $fell(a));",
    "stable and changed": "assert property (@(posedge clk) $stable(b) == !$changed(b));",
    "stable is about all bits": "assert property (@(posedge clk) b == 1 ##1 b == 3 |-> !$stable(b));",
    "sampled": "assert property (@(posedge clk) $sampled(a) == a);",
    "onehot": "assert property (@(posedge clk) $onehot(b) |-> $countones(b) == 1);",
    "a number with a name": Q + "localparam N = 2; assert property (@(posedge clk) a |-> ##(N - 1) q);",
    "generated": "reg [1:0] q = 0; always @(posedge clk) q <= b; genvar k;\n"
    "for (k = 0; k < 2; k = k + 1) assert property (@(posedge clk) b[k] |=> q[k]);",
    "disabled in between": "assert property (@(posedge clk) disable iff (a) !b[0] ##0 b[0] |-> 0);",
    "disabled drops what is under way": "reg q = 0; always @(posedge clk) q <= a ? 0 : b[0];\n"
    "assert property (@(posedge clk) disable iff (a) b[0] |=> q);",
    "a word that is long": "assert property (@(posedge clk) \\a+b |-> \\a+b ); wire \\a+b = a;",
    "disabled between two ticks": "reg q = 0, other; always @(posedge clk or posedge b[0])\n"
    "if (b[0]) q <= 0; else q <= a; always @(posedge b[1]) other <= a;\n"
    "assert property (@(posedge clk) disable iff (b[0]) a |=> q);",
    "names in a block of ours": "wire start = a, asked = a; assert property (@(posedge clk) start |-> asked);",
}
VIOLATED: Final = {
    "next tick": Q + "assert property (@(posedge clk) a |=> !q);",
    "a sequence is asked for at each tick": "assert property (@(posedge clk) a ##1 b[0]);",
    "overlapping attempts": "reg [2:0] n = 0; always @(posedge clk) if (n < 7) n <= n + 1;\n"
    "assert property (@(posedge clk) n < 2 |-> ##[1:3] n == 2 ##0 n == 5);",
    "the later of two": "reg [2:0] n = 0; always @(posedge clk) if (n < 7) n <= n + 1;\n"
    "assert property (@(posedge clk) n < 3 |-> ##[1:3] n == 3 || n == 2 ##0 n == 2);",
    "an attempt at the first tick": "reg n = 0; always @(posedge clk) n <= 1; assert property (@(posedge clk) n);",
    "always, of one attempt": "reg [1:0] n = 0; always @(posedge clk) n <= n + 1;\n"
    "initial assert property (@(posedge clk) always n < 2);",
    "not disabled before": "assert property (@(posedge clk) disable iff (a) b[0] |=> b[1]);",
    "not binds tightly": "assert property (@(posedge clk) not a or !a);",
    "weak fails where nothing can match": "assert property (@(posedge clk) a |-> b[0] ##[1:$] b[1]);",
    "past before the first tick": "reg p = 0; always @(posedge clk) p <= 1;\n"
    "initial assert property (@(posedge clk) $past(b) == 0);",
    "a register is not what was before the first tick": "reg [1:0] p; always @(posedge clk) p <= b;\n"
    "assert property (@(posedge clk) p == $past(b));",
    "other signals before the first tick": "wire [1:0] c = b + 1;\n"
    "assert property (@(posedge clk) $past(c) != $past(b));",
    "eventually": "assert property (@(posedge clk) a |-> s_eventually b[0]);",
    "strong until": "assert property (@(posedge clk) a s_until b[0]);",
    "strong without a bound": "assert property (@(posedge clk) a |-> strong(##[1:$] b[0]));",
    "not, of a weak one": "assert property (@(posedge clk) not (##[1:$] b[0]));",
    "eventually, where another thing is assumed": "assume property (@(posedge clk) s_eventually a);\n"
    "assert property (@(posedge clk) s_eventually b[0]); assert property (@(posedge clk) !a);",
    "not excused for ever": "assert property (@(posedge clk) disable iff (a) s_eventually b[0]);",
    "behind a condition in a block": "always @(posedge clk) if (a) assert property (1 |=> b[0]);",
    "behind else": "always @(posedge clk) if (a) ; else assert property (1 |=> b[0]);",
    "covered behind a condition": "always @(posedge clk) if (a) begin cover property (!b[0] ##1 !a); end",
    "assumed at other ticks": "always @(posedge clk) if (a) assume property (1 |=> b[0]);\n"
    "assert property (@(posedge clk) !a |=> b[0]);",
    "cover, which asks for a run": "cover property (@(posedge clk) a ##1 !a ##1 b == 3);",
    "cover sequence": "cover sequence (@(posedge clk) a[*3]);",
    "cover of what is disabled later": "cover property (@(posedge clk) disable iff (!a) a ##1 a);",
    "a parameter that is one": "parameter N = 2; assert property (@(posedge clk) a |-> ##N a);",
}
REFUSED: Final = {
    "a name in an instance": (
        "assert property (@(posedge clk) a |-> i.q); inner i(.clk); endmodule\n"
        "module inner(input clk); reg q; always @(posedge clk) q <= q;",
        "a name in an instance",
    ),
    "waiting at two clocks": (
        "reg q = 0; always @(negedge clk) q <= a; assert property (@(posedge clk) a |-> s_eventually b[0]);",
        "not the ticks of one clock",
    ),
    "an assumption that waits, of another form": (
        "assume property (@(posedge clk) a |-> s_eventually b[0]);",
        "an assumption that fails only by waiting",
    ),
    "a cover beside fairness": (
        "assume property (@(posedge clk) s_eventually b[0]); cover property (@(posedge clk) a);",
        "a cover beside an assumption",
    ),
    "a sequence of two ticks without a bound that is waited for": (
        "assert property (@(posedge clk) strong((a ##1 b[0])[*] ##1 b[1]));",
        "repeats several ticks",
    ),
    "cover of what is waited for": ("cover property (@(posedge clk) s_eventually a);", "cover of a property"),
    "more bits than a typed argument has": (
        "property p(logic [1:0] x); x + 2'd1 > 2'd0; endproperty assert property (@(posedge clk) p({a, b}));",
        "a cast to fewer bits",
    ),
    "two clocks": ("assert property (@(posedge clk) a |=> @(negedge clk) a);", "several clocks"),
    "past of another clock": ("assert property (@(posedge clk) $past(a, 1, 1, @(negedge clk)));", "another clock"),
    "both edges": ("assert property (@(clk) a |=> a);", "the clock @(clk)"),
    "a gated clock": ("assert property (@(posedge clk iff a) a |=> a);", "the clock"),
    "no clock": ("assert property (a |=> a);", "without a clock"),
    "in a case": ("always @(posedge clk) case (b) 1: assert property (a |=> a); endcase", "within a block"),
    "in a loop": ("always @(posedge clk) for (int k = 0; k < 2; k++) assert property (a |=> a);", "within a block"),
    "in a block with two edges": (
        "always @(posedge clk or posedge a) if (b[0]) assert property (a |=> a);",
        "the clock @(posedge clk or posedge a)",
    ),
    "in a block of another clock": (
        "always @(posedge clk) if (a) assert property (@(negedge clk) a |=> a);",
        "several clocks",
    ),
    "behind what = sets": (
        "reg r; always @(posedge clk) begin {r, q} = b; if (r) assert property (a |=> a); end reg q;",
        "about r, which the block sets",
    ),
    "behind what a loop sets": (
        "int k; always @(posedge clk) begin for (k = 0; k < 2; k++) ; if (k == 2) assert property (a |=> a); end",
        "about k, which the block sets",
    ),
    "behind a task": (
        "reg r; task t; r = a; endtask always @(posedge clk) begin t; if (r) assert property (a |=> a); end",
        "within a block",
    ),
    "behind a variable of the block": (
        "always @(posedge clk) begin : g reg r; r <= a; if (r) assert property (a |=> a); end",
        "about r, which the block sets",
    ),
    "in a generated block alone": (
        "if (1) always @(posedge clk) if (a) assert property (a |=> a);",
        "within a block",
    ),
    "in a block without a clock": ("always @* assert property (a |=> a);", "the clock @(*)"),
    "a local variable": ("assert property (@(posedge clk) (a, x = b) |=> x);", "local variable"),
    "an empty sequence": ("assert property (@(posedge clk) a[*0]);", "before it begins"),
    "a sequence that cannot match": (
        "assert property (@(posedge clk) a |-> (a intersect (a ##1 a)));",
        "nothing matches",
    ),
    "a property as antecedent": ("assert property (@(posedge clk) not a |-> b[0]);", "takes a sequence"),
    "a sequence in an expression": ("assert property (@(posedge clk) (a ##1 a) && a);", "within an expression"),
    "cover of an implication": ("cover property (@(posedge clk) a |=> a);", "cover of a property"),
    "an unknown number": ("assert property (@(posedge clk) a |-> ##b a);", "not known here"),
    "far too many states": ("assert property (@(posedge clk) a |-> ##[1:9] (a ##[1:9] b[0] ##[1:9] b[1]));", "memory"),
    "a range backwards": ("assert property (@(posedge clk) a ##[3:1] a);", "from 3 to 1"),
    "too many arguments": ("property p(x); x; endproperty assert property (@(posedge clk) p(a, a));", "1 arguments"),
    "a missing argument": ("property p(x, y); x; endproperty assert property (@(posedge clk) p(a));", "what y is"),
    "a property of itself": (
        "property p; a |=> p; endproperty assert property (@(posedge clk) p);",
        "nested too deeply",
    ),
    "an action with an effect": ("reg r; assert property (@(posedge clk) a) else r = 1;", "does something"),
    "expect": ("initial expect (@(posedge clk) a);", "expect"),
    "bind to an instance": ("bind top.u chk c(.*); always @* assert (a);", "bind to some instances"),
    "a name that may be another": (
        "property p; a; endproperty if (1) begin : g wire a = 1; assert property (@(posedge clk) p); end",
        "another one here",
    ),
    "what = has just set": (
        "reg r = 0; always @(posedge clk) begin r = a; assert property (r == a); end",
        "which = sets before it",
    ),
    "a default without a clock": ("default disable iff (a); assume property (b == 0); cover property (a);", "clock"),
    "a default of a generated block": (
        "if (1) begin default disable iff (a); assert property (@(posedge clk) a); end",
        "a generated block",
    ),
    "in an interface": (
        "endmodule interface i(input clk); assert property (@(posedge clk) 1 |=> 0); endinterface module o;",
        "outside of a module",
    ),
    "accept_on": ("assert property (@(posedge clk) accept_on (a) b[0] |=> a);", "accept_on"),
    "an undeclared name": ("assert property (@(posedge clk) a |=> nowhere);", "not declared"),
    "not written to the end": ("assert property (@(posedge clk) a |=>);", "expected"),
}
# These have clocks of their own.
ALONE: Final = (
    "falling edge",
    "disabled between two ticks",
    # An assumption is one about the others as well.
    "one value before the first tick, in two properties",
    "assumed behind a condition",
    "assumed at other ticks",
    "eventually, where that is assumed",
    "eventually, where another thing is assumed",
)
FAR: Final = "property p; a |=> a; endproperty\n" + module("assert property (@(posedge clk) p);")


def test_forms_that_hold(tmp_path: Path) -> None:
    assert_all(HOLDS, "Holds", tmp_path)


def test_forms_that_are_violated(tmp_path: Path) -> None:
    assert_all(VIOLATED, "Violated", tmp_path)


def assert_all(bodies: dict[str, str], verdict: str, folder: Path) -> None:
    groups = [[name for name in bodies if name not in ALONE]]
    groups += [[name] for name in ALONE if name in bodies]
    for chosen in groups:
        text = together([bodies[name] for name in chosen])
        found = verdicts(model_of(folder, text))
        parts = {name: int(name.partition(".")[0].removeprefix("p")) for name in found}
        wrong = [chosen[parts[name]] for name, got in found.items() if got != verdict]
        assert not wrong and set(parts.values()) == set(range(len(chosen))), wrong


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path) -> None:
    body, why = REFUSED[name]
    with pytest.raises(InputError) as caught:
        model_of(tmp_path, module(body))
    assert why in str(caught.value) and caught.value.where is not None


def test_names_from_outside_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="names outside of this module"):
        model_of(tmp_path, FAR)


def test_bound_properties(tmp_path: Path) -> None:
    checker = "module chk(input clk, x, y); lasts: assert property (@(posedge clk) x |=> y); endmodule\n"
    text = module(Q + "always @* assert (a == a);").replace("module t(", "module s(")
    bound = "bind s chk c(.clk, .x(a), .y(q));\n"
    top = module("s u(.clk(clk), .a(a), .b(b)); s v(.clk(clk), .a(b[0]), .b(b));")
    found = verdicts(model_of(tmp_path, bound + checker + text + top))
    assert found["u.c.lasts"] == found["v.c.lasts"] == "Holds"


def test_names_and_places(tmp_path: Path) -> None:
    text = module(
        "one: assert property (@(posedge clk)\n    a |=>\n    b[0]);\n"
        "for (genvar k = 0; k < 2; k++) begin : g\n  two: cover property (@(posedge clk) a[*2]);\nend\n"
        '  assume property (@(posedge clk) !b[1]) else $error("b");\nthree: assert property (@(posedge clk) !b[1]);'
    )
    model = model_of(tmp_path, text)
    places = {prop.name: (prop.where.line, prop.where.column) for prop in model.properties if prop.where is not None}
    assert places == {"one": (2, 1), "g[0].two": (6, 3), "g[1].two": (6, 3), "three": (9, 1)}
    assert any("t.sv:8:3: assume property" in said for said in model.origin.assumptions)
    assert verdicts(model)["three"] == "Holds"
    netlist = model.origin.netlist
    assert netlist is not None and not any("assay" in name for name in (*netlist.nets, *netlist.shown))
    assert not any("assay" in symbol.name for symbol in model.entry.variables)


def test_places_of_assertions_without_a_name(tmp_path: Path) -> None:
    text = module(
        "assert property (a == a);\nassert property (b == b);\nbit c; always @(posedge clk) begin c = a; "
        "assert (c == a); end\nassert final (a | !a); always @* assert (b == b);\n  assert property (a |\n!a);"
    )
    assert sorted(verdicts(model_of(tmp_path, text))) == ["t.sv:2", "t.sv:3", "t.sv:4", "t.sv:5", "t.sv:5-2", "t.sv:6"]


def test_expressions_stay_what_they_are(tmp_path: Path) -> None:
    parts = [
        "package pack; localparam N = 3; endpackage\n",
        "module t(input clk, a, input [1:0] b, w, input [5:0] v);\n",
        "struct packed {logic f; logic [1:0] g;} s; assign s = {a, w};\n",
        *(f"wire w{k} = ({text}) ? 1 : 0;\n" for k, text in enumerate(EXPRESSIONS)),
        *(f"assert property (@(posedge clk) w{k} |-> {text});\n" for k, text in enumerate(EXPRESSIONS)),
        *(f"assert property (@(posedge clk) {text} |-> w{k});\n" for k, text in enumerate(EXPRESSIONS)),
        "endmodule\n",
    ]
    found = verdicts(model_of(tmp_path, "".join(parts)))
    lines = (tmp_path / "t.sv").read_text().splitlines()
    wrong = [lines[int(name.rpartition(":")[2]) - 1] for name, verdict in found.items() if verdict != "Holds"]
    assert not wrong and len(found) == 2 * len(EXPRESSIONS), wrong


def test_what_is_no_assertion_stays_as_it_is() -> None:
    text = "module t; reg clocking_done, property_x; initial begin end endmodule // assert\n"
    assert rewritten([text], {}).texts == (text,)
