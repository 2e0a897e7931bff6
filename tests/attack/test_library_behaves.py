"""No violation needs a function of the C library to misbehave, nor one without a body to do what its rule forbids.

Each program is right as long as the library keeps its promises: the answer may be *unknown* or a refusal, never
*violated*.  ``FAILING`` are those that fail if the library does what it may: there the answer is never *holds*.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import assay
from assay.core.errors import InputError

# Whatever is not decided by then may stay unknown.
SECONDS = 1.5
HEAD = "".join(f"#include <{name}.h>\n" for name in ("assert", "ctype", "errno", "stdio", "stdlib", "string", "time"))

RIGHT = {
    "letters": "assert(toupper('a') == 'A' && tolower('Z') == 'z' && toupper('1') == '1');",
    "classes": "assert(isdigit('5') && !isdigit('x') && isalpha('q') && isspace(' ') && !isprint(7));",
    "the end of file is no letter": "assert(!isalpha(EOF) && toupper(EOF) == EOF);",
    "numbers in strings": 'assert(atoi("12") == 12 && atoi("-7x") == -7 && strtol("0x1f", 0, 16) == 31);',
    "absolute values": "assert(abs(-3) == 3 && labs(-4L) == 4);",
    "random numbers": "int r = rand(); assert(r >= 0 && r <= RAND_MAX);",
    "characters that are read": "int c = getchar(); assert(c == EOF || (c >= 0 && c <= 255));",
    "what is printed has a length": 'int n = printf("four"); assert(n == 4 || n < 0);',
    "what puts returns": 'int n = puts("x"); assert(n >= 0 || n == EOF);',
    "streams": "assert(stdin && stdout && stderr && stdin != stdout && stdout != stderr && stdin != stderr);",
    "what puts returns, in the program's own numbers": 'assert(puts("x") >= EOF);',
    "length": 'assert(strlen("four") == 4 && strnlen("four", 2) == 2);',
    "comparison": 'assert(strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && !strcmp("a", "a"));',
    "equal blocks": "char a[3] = {1, 2, 3}, b[3] = {1, 2, 3}; assert(!memcmp(a, b, 3));",
    "copies": "int a[3] = {1, 2, 3}, b[3]; memcpy(b, a, sizeof a); assert(b[2] == 3);",
    "overlapping copies": "int a[3] = {1, 2, 3}; memmove(a + 1, a, 8); assert(a[1] == 1 && a[2] == 2);",
    "searching": "const char *s = \"a=b\"; assert(strchr(s, '=') == s + 1 && !strchr(s, 'x'));",
    "joining": 'char b[8] = "ab"; strcat(b, "cd"); assert(!strcmp(b, "abcd"));',
    "zeroed memory": "int *p = calloc(4, sizeof *p); if (p) { assert(p[3] == 0); free(p); }",
    "memory of its own": "char *p = malloc(4), *q = malloc(4); if (p && q) assert(p != q); free(p); free(q);",
    "memory is not null where it is tested": "char *p = malloc(4); if (!p) exit(1); *p = 1; assert(*p == 1); free(p);",
    "nothing is freed": "free(NULL); assert(1);",
    "memory that grows": (
        "int *p = malloc(4); if (!p) return 1; *p = 7; int *q = realloc(p, 8);"
        " if (!q) { free(p); return 1; } assert(*q == 7); free(q);"
    ),
    "copies of strings": 'char *s = strdup("hey"); if (s) { assert(!strcmp(s, "hey")); free(s); }',
    "sorting": "int a[2] = {2, 1}; qsort(a, 2, sizeof *a, order); assert(a[0] == 1 && a[1] == 2);",
    "formatting": "char b[8]; int n = snprintf(b, 8, \"%d\", 3); assert(n <= 0 || b[0] == '3');",
    "formatted text ends": 'char b[4]; snprintf(b, 4, "%s", "longer"); assert(b[3] == 0);',
    "lines that are read end": "char b[4]; b[3] = 1; if (fgets(b, 4, stdin)) assert(strlen(b) < 4);",
    "as many values as are asked for": 'int x = 0, n = scanf("%d", &x); assert(n <= 1);',
    "no value is stored that was not read": 'int x = 3; if (scanf("%d", &x) != 1) assert(x == 3);',
    "exit does not return": "exit(0); assert(0);",
    "abort does not return": "if (getchar() > 3) abort(); else return 0; assert(0);",
    "printing changes nothing": 'int x = 1; printf("%d %p", x, (void *)&x); assert(x == 1);',
    "what the environment says is a string or nothing": 'char *s = getenv("HOME"); if (s) assert(strlen(s) + 1 > 0);',
    "quotient and rest": "div_t d = div(-7, 2); assert(d.quot == -3 && d.rem == -1);",
    "own functions go first": "assert(order(&(int){1}, &(int){2}) < 0);",
}
FAILING = {
    "any character": "assert(getchar() != 'x');",
    "any number": 'int x = 0; scanf("%d", &x); assert(x < 10);',
    "memory may run out": "char *p = malloc(4); assert(p != NULL); free(p);",
    "a line may be anything": "char b[4] = {0}; fgets(b, 4, stdin); assert(b[0] != 'q');",
    "a random number may be even": "assert(rand() % 2 == 1);",
}
ORDER = "static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }\n"


def verdicts(statements: str, folder: Path) -> set[str]:
    """What is said of the assertions of a program; nothing if it is refused."""
    program = folder / "program.c"
    program.write_text(f"{HEAD}{ORDER}int main(void) {{ {statements} return 0; }}\n")
    try:
        found = assay.check(str(program), checks="assert", seconds=SECONDS)
    except InputError:
        return set()
    return {type(result.verdict).__name__ for result in found}


@pytest.mark.parametrize("name", RIGHT)
def test_the_library_keeps_its_promises(name: str, tmp_path: Path) -> None:
    assert "Violated" not in verdicts(RIGHT[name], tmp_path)


@pytest.mark.parametrize("name", FAILING)
def test_the_library_promises_no_more(name: str, tmp_path: Path) -> None:
    assert "Holds" not in verdicts(FAILING[name], tmp_path)
