"""Hostile programs, executed: nothing outside changes, nothing is read, nothing is left running, nothing is forged.

They are compiled by the test, so that neither the front end nor the words it refuses stand in the way: what is tested
is the last line of defence.  Each runs in every combination of layers that this system offers.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from assay.checking import check
from assay.core.errors import Unsupported
from assay.core.verdict import Holds, Violated
from assay.engines.config import Config
from assay.frontends.c import read_c
from assay.frontends.c.checks import checks_of
from assay.witness.c.execution.compiler import CannotCompile, Compiler
from assay.witness.c.execution.harness import harness_text
from assay.witness.c.execution.plan import Plan
from assay.witness.c.monitor.kinds import WATCHES
from assay.witness.c.sandbox.execution import Ending, Execution, ending, execute_once
from assay.witness.c.sandbox.isolation import Ended, Executions, Limits, Permission, Refused, execute
from assay.witness.c.sandbox.kernel import REACHED, REACHED_LINE, REPORTED
from assay.witness.c.sandbox.words import refused_word
from clocks import PATIENCE, eventually, patient

AMPLE = Limits(cpu=PATIENCE, wall=PATIENCE, memory=256 << 20)
COMBINATIONS = [("namespaces", "seccomp"), ("seccomp",), ("namespaces",)]

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler is installed")
HEADERS = "\n".join(
    f"#include <{name}.h>"
    for name in [
        "fcntl",
        "signal",
        "stdio",
        "stdlib",
        "string",
        "unistd",
        "sys/socket",
        "sys/stat",
        "sys/mman",
        "sys/wait",
        "netinet/in",
    ]
)


def built(folder: Path, text: str) -> Path:
    """A static program of the machine's own C library."""
    source, target = folder / "hostile.c", folder / "hostile"
    source.write_text(f"{HEADERS}\n{text}")
    done = subprocess.run(["cc", "-w", "-O0", "-static", source, "-o", target], capture_output=True, check=False)
    if done.returncode:
        pytest.skip("there is no C library to link statically")
    return target


def executed(binary: Path, layers: Sequence[str], limits: Limits = AMPLE) -> Ended:
    """One execution, with just these layers in force."""
    outcome = execute(binary, [b"given"], limits, layers=layers)
    if isinstance(outcome, Refused) or outcome.layers != tuple(layers):
        pytest.skip(f"this system does not offer {' and '.join(layers)}")
    (run,) = outcome.runs
    return run


# Each tries something and says 1 on its report if that worked; CANARY is a file outside, OUTSIDE its folder.
CRIMES = {
    "unlink": "r = !unlink(CANARY);",
    "open to write": "r = open(CANARY, O_WRONLY | O_TRUNC) >= 0;",
    "create": 'r = creat(OUTSIDE "/created", 0666) >= 0;',
    "rename": 'r = !rename(CANARY, OUTSIDE "/renamed");',
    "mkdir": 'r = !mkdir(OUTSIDE "/made", 0777);',
    "chmod": "r = !chmod(CANARY, 0);",
    "symlink": 'r = !symlink("/etc", OUTSIDE "/linked");',
    "here": 'r = creat("created", 0666) >= 0;',
    "read": 'r = open("/etc/passwd", O_RDONLY) >= 0;',
    "list": 'r = open("/", O_RDONLY) >= 0 && !access("/etc", F_OK);',
    "leave": 'r = !chroot("..") && !chdir("/etc");',
    "fork": "r = fork() >= 0;",
    "shell": 'execl("/bin/sh", "sh", "-c", "touch " OUTSIDE "/touched", (char *)0);',
    "socket": "struct sockaddr_in a = {2, htons(9)}; r = !connect(socket(2, SOCK_STREAM, 0), &a, sizeof a);",
    "kill all": "r = !kill(-1, SIGKILL);",
    "kill the parent": "kill(getppid(), SIGKILL);",
    "become root": "r = !setuid(0);",
    "trace": "r = !syscall(101, 16, getppid(), 0, 0);",
}


@pytest.mark.parametrize("layers", COMBINATIONS, ids=" ".join)
@pytest.mark.parametrize("crime", CRIMES)
def test_nothing_outside_can_be_touched(crime: str, layers: Sequence[str], tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir(mode=0o777)
    outside.chmod(0o777)
    canary = outside / "canary"
    canary.write_text("alive")
    canary.chmod(0o666)
    # Whoever executes it as nobody must not be kept away by the folders in between alone.
    for folder in [outside, *outside.parents]:
        if folder.stat().st_uid == os.geteuid() and folder != Path("/") and folder.is_relative_to(tmp_path.parent):
            folder.chmod(folder.stat().st_mode | 0o711)
    where = f'#define OUTSIDE "{outside}"\n#define CANARY OUTSIDE "/canary"\n'
    body = f'int main(void) {{ int r = 0; {CRIMES[crime]} write(3, r ? "1" : "0", 1); return 0; }}'
    run = executed(built(tmp_path, where + body), layers)
    assert run.report in (b"", b"0")
    assert run.code < 0 or "seccomp" not in layers
    assert canary.read_text() == "alive" and canary.stat().st_mode & 0o777 == 0o666
    assert list(outside.iterdir()) == [canary]


@pytest.mark.parametrize("layers", COMBINATIONS, ids=" ".join)
def test_a_constructor_cannot_either(layers: Sequence[str], tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    text = f'__attribute__((constructor)) void f(void) {{ creat("{mark}", 0666); }}\nint main(void) {{ return 7; }}'
    tmp_path.chmod(0o777)
    executed(built(tmp_path, text), layers)
    assert not mark.exists()


def descendants() -> set[str]:
    """The names of processes that are called as the hostile program is."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*/comm"):
        try:
            found.add(entry.read_text().strip())
        except OSError:
            continue
    return found


@pytest.mark.parametrize("layers", COMBINATIONS, ids=" ".join)
@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { for (;;) fork(); }",
        "int main(void) { signal(SIGPROF, SIG_IGN); signal(SIGXCPU, SIG_IGN); for (;;); }",
        "int main(void) { for (;;) pause(); }",
        "int main(void) { if (!fork()) { setsid(); if (!fork()) for (;;) pause(); } }",
        "int main(void) { char b[4096] = {1}; for (;;) write(3, b, sizeof b); }",
        "int main(void) { char b[4096] = {1}; for (;;) { write(1, b, sizeof b); write(2, b, sizeof b); } }",
    ],
    ids=["fork bomb", "endless loop", "sleep", "left behind", "flooded report", "flooded output"],
)
def test_nothing_is_left_running(text: str, layers: Sequence[str], tmp_path: Path) -> None:
    binary = built(tmp_path, text)
    name = f"hostile{os.getpid()}"
    own = binary.rename(binary.with_name(name))
    run = executed(own, layers, Limits(cpu=0.2, wall=1.5, memory=256 << 20))
    assert len(run.report) <= 4096
    assert eventually(lambda: name[:15] not in descendants())


@pytest.mark.parametrize("layers", COMBINATIONS, ids=" ".join)
def test_memory_and_files_are_bounded(layers: Sequence[str], tmp_path: Path) -> None:
    hog = (
        "int main(void) { long n = 0; char *p; while (p = malloc(1 << 20)) { memset(p, 1, 1 << 20); n++; }"
        ' write(3, n < 300 ? "stopped" : "went on", 7); return 3; }'
    )
    run = executed(built(tmp_path, hog), layers)
    assert run == Ended(3, b"stopped")
    filler = (
        'int main(void) { int f = open(".", O_TMPFILE | O_WRONLY, 0600); write(3, f < 0 ? "0" : "1", 1); return 0; }'
    )
    run = executed(
        built(tmp_path, "#define _GNU_SOURCE\n#undef O_TMPFILE\n#define O_TMPFILE 020200000\n" + filler), layers
    )
    assert run.report in (b"", b"0")


@pytest.mark.parametrize("layers", COMBINATIONS, ids=" ".join)
def test_an_ordinary_program_is_not_disturbed(layers: Sequence[str], tmp_path: Path) -> None:
    text = (
        'int main(int n, char **v) { char b[9] = {0}; read(0, b, 8); printf("%s %f\\n", b, 0.5);'
        " void *p = malloc(1 << 22); free(p); signal(SIGUSR1, SIG_IGN); write(3, b, strlen(b));"
        ' return n + 40 + !!getenv("PATH"); }'
    )
    assert executed(built(tmp_path, text), layers) == Ended(41, b"given")


def test_new_code_is_refused(tmp_path: Path) -> None:
    text = (
        "int main(void) { char *p = mmap(0, 4096, 7, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); *p = 0xc3;"
        ' ((void (*)(void))p)(); write(3, "1", 1); }'
    )
    assert executed(built(tmp_path, text), ("seccomp",)) == Ended(-31, b"")


def test_without_any_layer_nothing_is_executed_unless_that_is_wanted(tmp_path: Path) -> None:
    binary = built(tmp_path, 'int main(void) { write(3, "here", 4); return 0; }')
    refused = execute(binary, [b""], AMPLE, layers=())
    assert isinstance(refused, Refused) and "--execute" in refused.reason
    done = execute(binary, [b""], AMPLE, layers=(), permission=Permission.ALWAYS)
    assert done == Executions((Ended(0, b"here"),), ())
    assert done.words == "without isolation"


def test_the_first_execution_that_exits_as_wanted_is_the_last(tmp_path: Path) -> None:
    binary = built(
        tmp_path, "int main(void) { char c = 0; read(0, &c, 1); write(3, &c, c > 1); return c < 2 ? 2 : c; }"
    )
    done = execute(binary, [b"\1", b"\2", b"\3"], AMPLE, permission=Permission.ALWAYS, stop=2)
    assert isinstance(done, Executions) and [run.report for run in done.runs] == [b"", b"\2"]


# -- with the harness --------------------------------------------------------------------------------------------------


def linked(folder: Path, text: str, width: str = "-m64") -> Path:
    """A program with a harness that knows no values, as for a counterexample, but without a look at the program."""
    compiler = Compiler("cc", width, folder, patient())
    source, target = folder / "program.c", folder / "program.o"
    source.write_text(text)
    try:
        compiler.compile(source, target)
        return compiler.link(harness_text(Plan({}, compiler.surroundings(target).functions)), target, ())
    except CannotCompile as reason:
        pytest.skip(f"no harness on this machine: {reason}")


ASSEMBLY = """
long call(long n, long a, long b, long c) {
  long r;
#ifdef __x86_64__
  __asm__ volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
#else
  __asm__ volatile("int $0x80" : "=a"(r) : "a"(n), "b"(a), "c"(b), "d"(c) : "memory");
#endif
  return r;
}
#ifdef __x86_64__
enum { UNLINK = 87, WRITE = 1, EXIT = 231, READ = 0 };
#else
enum { UNLINK = 10, WRITE = 4, EXIT = 252, READ = 3 };
#endif
"""


@pytest.mark.parametrize("width", ["-m64", "-m32"])
def test_assembly_is_refused_by_its_word_and_blocked_if_it_is_executed(width: str, tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    canary.write_text("alive")
    tmp_path.chmod(0o777)
    text = ASSEMBLY + f'int main(void) {{ call(UNLINK, (long)"{canary}", 0, 0); return 0; }}'
    assert refused_word(text) == "__asm__"
    outcome = execute_once(linked(tmp_path, text, width), 1, Permission.ISOLATED)
    if not isinstance(outcome, Refused):
        assert outcome.ending in (Ending.FORBIDDEN, Ending.ENDED)
    assert canary.read_text() == "alive"


@pytest.mark.parametrize("width", ["-m64", "-m32"])
def test_the_error_line_cannot_be_faked(width: str, tmp_path: Path) -> None:
    line = f"{REACHED_LINE}\\n"
    body = "".join(f'call(WRITE, {out}, (long)"{line}", {len(REACHED_LINE) + 1});' for out in (2, 3))
    text = ASSEMBLY + f"int main(void) {{ {body} call(EXIT, {REACHED}, 0, 0); return 0; }}"
    outcome = execute_once(linked(tmp_path, text, width), 1, Permission.ISOLATED)
    assert isinstance(outcome, Refused) or outcome.ending is Ending.ENDED


@pytest.mark.parametrize("width", ["-m64", "-m32"])
def test_the_secret_is_gone_when_the_program_begins(width: str, tmp_path: Path) -> None:
    text = ASSEMBLY + (
        "int main(void) { char b[32]; long n = call(READ, 0, (long)b, 32); call(WRITE, 3, (long)b, n > 0 ? n : 0);"
        f" call(EXIT, {REACHED}, 0, 0); return 0; }}"
    )
    outcome = execute_once(linked(tmp_path, text, width), 1, Permission.ISOLATED)
    assert isinstance(outcome, Refused) or outcome.ending is Ending.ENDED


@pytest.mark.parametrize("width", ["-m64", "-m32"])
def test_the_error_function_reports_the_secret(width: str, tmp_path: Path) -> None:
    binary = linked(tmp_path, "extern void reach_error(void);\nint main(void) { reach_error(); return 0; }", width)
    outcome = execute_once(binary, 1, Permission.ALWAYS)
    assert isinstance(outcome, Refused) or outcome.ending is Ending.REACHED


def test_only_the_whole_secret_counts() -> None:
    assert ending(Ended(REACHED, b"abc"), b"abc").ending is Ending.REACHED
    assert ending(Ended(REACHED, b"abd"), b"abc").ending is Ending.ENDED
    assert ending(Ended(REACHED, b""), b"abc").ending is Ending.ENDED
    assert ending(Ended(0, b"abc"), b"abc").ending is Ending.ENDED


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ('void f(void) { asm("nop"); }', "asm"),
        ('int x __asm__("y");', "__asm__"),
        ('long f(void) { return syscall(87, "x"); }', "syscall"),
        ("void f(void) { __cyg_profile_func_enter(reach_error, 0); }", "__cyg_profile_func_enter"),
        ("void __ubsan_handle_add_overflow(void *d) {}", "__ubsan_handle_add_overflow"),
        ("void f(void) { __asan_report_load4(0); }", "__asan_report_load4"),
        ('char *s = "asm syscall \\" asm"; int assembly, asm2; char c = \'"\';', None),
    ],
)
def test_words_for_which_a_program_is_not_executed(text: str, word: str | None) -> None:
    assert refused_word(text) == word


# -- monitored ---------------------------------------------------------------------------------------------------------


def monitored(folder: Path, text: str, kind: str, width: str = "-m64") -> Execution | Refused:
    """How a program ends that is compiled with the checks for a kind of error, without a look at the program."""
    compiler, watch = Compiler("cc", width, folder, patient()), WATCHES[kind][0]
    source, target = folder / "program.c", folder / "program.o"
    source.write_text(text)
    try:
        compiler.compile(source, target, watch.program)
        called = [
            name for name in compiler.surroundings(target).functions if not name.startswith(("__asan", "__ubsan"))
        ]
        harness = harness_text(Plan({}, tuple(called)), monitored=True)
        binary = compiler.link_monitored(harness, target, watch.harness, ())
    except CannotCompile as reason:
        pytest.skip(f"no harness on this machine: {reason}")
    return execute_once(binary, 1, Permission.ISOLATED)


@pytest.mark.parametrize("width", ["-m64", "-m32"])
@pytest.mark.parametrize("kind", ["overflow", "dereference"])
def test_a_report_cannot_be_faked(kind: str, width: str, tmp_path: Path) -> None:
    line = "signed-integer-overflow at program.c:1:1: 1 + 1 does not fit into int"
    body = "".join(f'call(WRITE, {out}, (long)"{line}", {len(line) + 1});' for out in (2, 3))
    text = ASSEMBLY + f"int main(void) {{ {body} call(EXIT, {REPORTED}, 0, 0); return 0; }}"
    outcome = monitored(tmp_path, text, kind, width)
    assert isinstance(outcome, Refused) or (outcome.ending is Ending.ENDED and not outcome.report)
    assert ending(Ended(REPORTED, b"abc" + line.encode()), b"abd").ending is Ending.ENDED
    assert ending(Ended(REPORTED, b"abc" + line.encode()), b"abc").report == line


@pytest.mark.parametrize("width", ["-m64", "-m32"])
@pytest.mark.parametrize(
    ("text", "endings"),
    [
        ("int x; int main(void) { for (;;) x = (x + 1) & 7; }", (Ending.LATE,)),
        (
            "void *malloc(unsigned long); int main(void) { char *p; while ((p = malloc(1 << 20)))"
            " for (int i = 0; i < 1 << 20; i += 4096) p[i] = 1; return 0; }",
            (Ending.MEMORY, Ending.ENDED, Ending.LATE),
        ),
        (
            "int f(int x) { int a[64]; a[x & 63] = x; return f(x) + a[0]; } int main(void) { return f(1); }",
            (Ending.CRASHED, Ending.LATE),
        ),
        ("int fork(void); int main(void) { for (;;) fork(); }", (Ending.LATE,)),
        ('int system(const char *); int main(void) { return system("touch made"); }', (Ending.ENDED,)),
        (
            ASSEMBLY + "int main(void) { static char b[4096]; for (;;) call(WRITE, 3, (long)b, sizeof b); }",
            (Ending.LATE, Ending.CRASHED),
        ),
    ],
    ids=["endless loop", "all memory", "endless calls", "fork bomb", "shell", "flooded report"],
)
def test_what_is_monitored_is_contained(text: str, endings: Sequence[Ending], width: str, tmp_path: Path) -> None:
    outcome = monitored(tmp_path, text, "dereference", width)
    assert isinstance(outcome, Refused) or outcome.ending in endings
    assert not (tmp_path / "made").exists()


# -- the whole way -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", ["", "reach_error();"], ids=["holds", "violated"])
def test_checking_a_program_touches_nothing(error: str, tmp_path: Path) -> None:
    """The C library is there when a proof is tried out, and a constructor is executed."""
    canary = tmp_path / "canary"
    canary.write_text("alive")
    canary.chmod(0o666)
    tmp_path.chmod(0o777)
    program = tmp_path / "program.c"
    program.write_text(
        "extern int unlink(const char *), creat(const char *, int);\n"
        "extern void reach_error(void);\n"
        f'static void harm(void) {{ unlink("{canary}"); creat("{tmp_path}/made", 0666); }}\n'
        f"int main(void) {{ harm(); {error} return 0; }}\n"
    )
    (result,) = check(read_c(program, "LP64"), config=Config(seconds=PATIENCE))
    assert isinstance(result.verdict, Violated if error else Holds)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["canary", "program.c"]
    assert canary.read_text() == "alive"


@pytest.mark.parametrize(
    ("error", "kind"),
    [("x = 5 / zero();", "division"), ("x += 2147483647; x++;", "overflow")],
    ids=["division", "overflow"],
)
def test_checking_for_errors_touches_nothing(
    error: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the program does on its way to the error is not done to this machine."""
    home = tmp_path / "home"
    home.mkdir(mode=0o777)
    home.chmod(0o777)
    monkeypatch.setenv("HOME", str(home))
    canary = home / "canary"
    canary.write_text("alive")
    canary.chmod(0o666)
    program = tmp_path / "program.c"
    program.write_text(
        "extern int unlink(const char *), creat(const char *, int);\n"
        "static int zero(void) { return 0; }\n"
        f'static void harm(void) {{ unlink("{canary}"); creat("{home}/made", 0666); }}\n'
        f"int main(void) {{ int x = 0; harm(); {error} return x; }}\n"
    )
    model = read_c(program, "LP64", checks=checks_of(kind))
    results = list(check(model, config=Config(seconds=PATIENCE)))
    assert any(isinstance(result.verdict, Violated) for result in results)
    assert [path.name for path in home.iterdir()] == ["canary"] and canary.read_text() == "alive"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "program.c"]


@pytest.mark.parametrize("call", ['system("touch made")', "fork()", "kill(-1, 9)"])
def test_what_starts_or_ends_processes_is_not_even_read(call: str, tmp_path: Path) -> None:
    program = tmp_path / "program.c"
    program.write_text(
        f"int system(const char *), fork(void), kill(int, int);\nint main(void) {{ return 1 / {call}; }}\n"
    )
    with pytest.raises(Unsupported, match="is not supported"):
        read_c(program, "LP64", checks=checks_of("division"))
