"""Texts that do harm where they are taken for more than texts: in pages, terminals, and files for other tools."""

from __future__ import annotations

from typing import Final

# Ends an element, begins one, or runs a script.
MARKUP: Final = (
    "</script><script>window.harmed = 1</script>",
    "</SCRIPT ><img src=x onerror=window.harmed=1>",
    "<!--<script>",
    "]]>--></style></title></textarea>",
    "<svg onload=window.harmed=1><script>window.harmed = 1</script></svg>",
    "<![CDATA[ <!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]> &e;",
    '" onmouseover="window.harmed = 1" x=\'',
    "'; window.harmed = 1; //",
    "`${window.harmed = 1}`",
    "\\u003c/script\\u003e \\",
    "javascript:window.harmed=1",
    "&lt;b&gt; &amp;amp; &#60;script&#62;",
    "__proto__",
    "constructor",
)
# Cannot be seen, turns the direction of writing, or commands a terminal.
UNSEEN: Final = (
    "\u202e\u2066 reversed \u2069\u202c \u200b\u200f\ufeff",
    "a\u2028b\u2029c\x00\x1b[31m\x7f",
    "\x1b]0;owned\x07\x1b[2J\x9b31m",
    "\udcff\ud800 lone surrogates",
    "\ufffe\uffff\x0b\x0c",
)
# Ends a line, and begins one that commands something.
LINES: Final = (
    "a\n::error file=x::owned\r\n::set-output name=x::1",
    "%0A::warning::owned%25",
    "a,b:c=d;e\n$end\n$enddefinitions $end",
    "$end $var wire 1 ! x $end",
)
HARMLESS: Final = ("\U0001f9ea e\u0301 \u4e2d\u6587 \u0639", "")
LONG: Final = "x" * 1_000_000
TEXTS: Final = (*MARKUP, *UNSEEN, *LINES, *HARMLESS, LONG)


def named(text: str) -> str:
    """What a test of it is called."""
    return ascii(text[:24])
