"""How programs are built: options of a command line, compilation databases, several files of a task."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from assay.core.errors import InputError, Position, Unsupported
from assay.core.model import Model
from assay.core.program import Flag
from assay.frontends.building import Building, building, sorted_words
from assay.frontends.compile_commands import read_commands
from assay.frontends.task import MACHINE, load
from assay.witness.c.execution.interpreter import Machine

HERE = Position("a.c")
ERROR = "extern void reach_error(void);\n"


def written(folder: Path, **files: str) -> list[str]:
    paths = [folder / name.replace("__", "/").replace("_", ".") for name in files]
    for path, text in zip(paths, files.values(), strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return [str(path) for path in paths]


def reached(model: Model) -> bool:
    ended = Machine(model).run(steps=1000).location
    return any(ended in prop.bad for prop in model.properties)


def says(condition: str) -> str:
    """A program that reaches its error if the condition of the preprocessor is true."""
    return f"{ERROR}int main(void) {{\n#if {condition}\n  reach_error();\n#endif\n  return 0;\n}}\n"


# -- options


@pytest.mark.parametrize(
    ("given", "condition"),
    [
        (building(define=["N=4"]), "N == 4"),
        (building(define=["N"]), "N == 1"),
        (building(define=["N="]), "defined N && N + 1 == 1"),
        (building(define=["F(x)=x + 1"]), "F(2) == 3"),
        (building(define=["A=1", "A=2"]), "A == 2"),
        (building(), "defined linux"),
        (building(undefine=["linux"]), "!defined linux"),
        (building(define=["__GNUC__=3"]), "__GNUC__ == 3"),
        (building(), "__STDC_VERSION__ == 201710L && !defined __STRICT_ANSI__"),
        (building(standard="gnu11"), "__STDC_VERSION__ == 201112L && !defined __STRICT_ANSI__"),
        (building(standard="c99"), "__STDC_VERSION__ == 199901L && defined __STRICT_ANSI__ && !defined linux"),
        (building(standard="iso9899:2018"), "__STDC_VERSION__ == 201710L && defined __STRICT_ANSI__"),
        (building(standard="gnu89"), "!defined __STDC_VERSION__ && defined __GNUC_GNU_INLINE__"),
    ],
)
def test_macros_and_editions(given: Building, condition: str, tmp_path: Path) -> None:
    (file,) = written(tmp_path, a_c=says(condition))
    assert reached(load(file, building=given))


def test_headers_are_looked_for_where_it_is_said(tmp_path: Path) -> None:
    (file, *_) = written(
        tmp_path,
        src__a_c='#include "one.h"\n#include <two.h>\n' + says("ONE + TWO == 3 && FORCED"),
        include__one_h="#define ONE 1\n",
        more__two_h="#define TWO 2\n",
        forced_h="#define FORCED 1\n",
    )
    folders = [str(tmp_path / "include"), str(tmp_path / "more")]
    given = building(include=folders, included=[str(tmp_path / "forced.h")])
    assert reached(load(file, building=given))
    with pytest.raises(InputError, match=r"a\.c:2:10: 'two.h' file not found"):
        load(file, building=building(include=folders[:1]))


def test_a_header_of_the_program_goes_before_the_built_in_one(tmp_path: Path) -> None:
    (file, *_) = written(tmp_path, a_c="#include <limits.h>\n" + says("MINE"), own__limits_h="#define MINE 1\n")
    assert reached(load(file, building=building(include=[str(tmp_path / "own")])))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (lambda: building(include=["/nowhere/at/all"]), "-I /nowhere/at/all: there is no such folder"),
        (lambda: building(included=["/nowhere.h"]), "-include /nowhere.h: there is no such file"),
        (lambda: building(define=["3=4"]), "'3=4' is no macro"),
        (lambda: building(define=["A=1\n#define B"]), "is no macro"),
        (lambda: building(define=["A=1"], undefine=["A"]), "-D A and -U A contradict each other"),
        (lambda: building(standard="c2x"), "the edition c2x of C is not supported .*gnu17"),
        (lambda: building(standard="c++17"), r"the edition c\+\+17 of C is not supported"),
    ],
)
def test_wrong_options_are_named(given: Callable[[], Building], message: str) -> None:
    with pytest.raises(InputError, match=message):
        given()


def test_an_attribute_on_the_command_line_is_seen(tmp_path: Path) -> None:
    (file,) = written(tmp_path, a_c="ODD int f(void) { return 0; }\nint main(void) { return f(); }\n")
    with pytest.raises(Unsupported, match=r"a\.c:1:1: the attribute target_clones is not supported"):
        load(file, building=building(define=['ODD=__attribute__((target_clones("default")))']))


# -- several inputs


def test_several_inputs_that_are_not_all_c_are_refused_by_name(tmp_path: Path) -> None:
    program, facts, second = written(tmp_path, a_c=says("1"), b_pl="start(pc(a)).\nerror(pc(b)).\n", c_c="int x;\n")
    with pytest.raises(Unsupported, match=r"several inputs that are not all C: .*b\.pl is no C file"):
        load(program, building=Building((facts,)))
    with pytest.raises(Unsupported, match=r"several inputs that are not all C: .*b\.pl is a file of the format ARMC"):
        load(facts, building=Building((program,)))
    with pytest.raises(InputError, match=r"-D: not for the format ARMC"):
        load(facts, building=building(define=["A"]))
    with pytest.raises(InputError, match=r"c\.c: this file is given twice"):
        load(program, building=Building((second, str(tmp_path / "." / "c.c"))))
    assert load(program, building=Building((second,))).origin.program is not None


def test_a_task_of_several_files(tmp_path: Path) -> None:
    (definition, *_) = written(
        tmp_path,
        task_yml="format_version: '2.0'\ninput_files:\n  - a.c\n  - b.c\nproperties:\n  - property_file: p.prp\n"
        "options:\n  language: C\n  data_model: LP64\n",
        p_prp="CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
        a_c=ERROR + "int f(void); int main(void) { if (f() == 3) reach_error(); }\n",
        b_c="int f(void) { return 3; }\n",
    )
    assert reached(load(definition))


@pytest.mark.parametrize(
    ("text", "model"),
    [
        ("int main(void) { long x = 1; return x; }", MACHINE),
        ("extern void __VERIFIER_error(); int main(void) { long x = 1; return x; }", "ILP32"),
        ("typedef unsigned int size_t; int main(void) { long x = 1; return x; }", "ILP32"),
        ("typedef unsigned long size_t; int main(void) { long x = 1; return x; }", "LP64"),
    ],
)
def test_the_answer_says_which_data_model_was_taken(text: str, model: str, tmp_path: Path) -> None:
    (file,) = written(tmp_path, a_c=text)
    found = load(file).origin
    assert found.data_model == model
    assert any(words.startswith(f"data model {model} (none was given") for words in found.assumptions)
    other = "ILP32" if model == "LP64" else "LP64"
    assert load(file, data_model=other).origin.data_model == other


# -- commands of a compiler


def test_words_of_a_command() -> None:
    words = ["-Iinclude", "-I", "more", "-DN=4", "-D", "M", "-UX", "-isystem", "sys", "-iquote", "q", "-include", "f.h"]
    found = sorted_words(
        [*words, "-std=c11", "-O2", "-Wall", "-g", "-MD", "-MF", "a.d", "-o", "a.o", "-c", "a.c"], HERE
    )
    assert found.flags == [
        Flag("-I", "include"),
        Flag("-I", "more"),
        Flag("-D", "N=4"),
        Flag("-D", "M"),
        Flag("-U", "X"),
        Flag("-isystem", "sys"),
        Flag("-iquote", "q"),
        Flag("-include", "f.h"),
        Flag("-std", "c11"),
    ]
    assert (found.inputs, found.unknown, found.data_model) == (["a.c"], [], None)
    assert sorted_words(["-m32"], HERE).data_model == "ILP32"
    assert sorted_words(["-ansi", "-pthread"], HERE).flags == [Flag("-std", "c89"), Flag("-D", "_REENTRANT")]
    assert sorted_words(["-march=native", "-fstack-protector-strong", "-fPIC"], HERE).unknown == ["-march=native"]


@pytest.mark.parametrize(
    "word",
    ["-funsigned-char", "-fshort-enums", "-ffast-math", "-Ofast", "-ftrapv", "-fpack-struct=1", "-mx32", "@file"],
)
def test_options_that_change_the_meaning_are_refused_by_name(word: str) -> None:
    with pytest.raises(Unsupported, match=f"a.c: the compiler's option {word} is not supported"):
        sorted_words(["-O2", word], HERE)


def database(folder: Path, entries: list[dict[str, object]]) -> str:
    path = folder / "build" / "compile_commands.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(entries))
    return str(path)


def project(folder: Path) -> None:
    written(
        folder,
        src__main_c='#include "lib.h"\n' + ERROR + "int main(void) { if (f() == LIMIT) reach_error(); }\n",
        src__lib_c='#include "lib.h"\nint f(void) { return LIMIT; }\n',
        include__lib_h="int f(void);\n",
        src__other_cpp="class X {};\n",
    )


def by_cmake(folder: Path) -> list[dict[str, object]]:
    """As CMake writes it: one text, absolute names."""
    flags = f"-I{folder}/include -DLIMIT=7 -O2 -Wall -std=gnu11"
    return [
        {
            "directory": f"{folder}/build",
            "command": f"/usr/bin/cc {flags} -o CMakeFiles/x.dir/{name}.o -c {folder}/src/{name}",
            "file": f"{folder}/src/{name}",
            "output": f"CMakeFiles/x.dir/{name}.o",
        }
        for name in ("main.c", "lib.c", "other.cpp")
    ]


def by_bear(folder: Path) -> list[dict[str, object]]:
    """As Bear writes it: word by word, names from the folder of the command."""
    return [
        {
            "arguments": ["cc", "-c", "-Iinclude", "-DLIMIT=7", "-o", "main.o", f"src/{name}"],
            "directory": str(folder),
            "file": f"src/{name}",
        }
        for name in ("main.c", "lib.c")
    ]


@pytest.mark.parametrize("entries", [by_cmake, by_bear])
def test_a_compilation_database(entries: Callable[[Path], list[dict[str, object]]], tmp_path: Path) -> None:
    project(tmp_path)
    path = database(tmp_path, entries(tmp_path))
    found = read_commands(path)
    assert [Path(unit.file).name for unit in found.units] == ["main.c", "lib.c"]
    assert Flag("-I", str(tmp_path / "include")) in found.units[0].flags
    assert reached(load(path, building=Building(commands=path)))
    lib = str(tmp_path / "src" / "lib.c")
    assert [unit.file for unit in read_commands(path, [lib]).units] == [lib]


def test_paths_of_a_database_are_shown_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project(tmp_path)
    monkeypatch.chdir(tmp_path)
    found = read_commands(database(tmp_path, by_bear(tmp_path)))
    assert found.units[0].file == "src/main.c" and found.units[0].flags[0] == Flag("-I", "include")


def test_each_file_has_its_own_options(tmp_path: Path) -> None:
    project(tmp_path)
    entries = by_bear(tmp_path)
    entries[1] = {**entries[1], "arguments": ["cc", "-Iinclude", "-DLIMIT=8", "-march=x", "src/lib.c"]}
    path = database(tmp_path, entries)
    model = load(path, building=Building(commands=path))
    assert not reached(model)
    assert any("the compiler's option -march=x of " in words for words in model.origin.assumptions)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "this is no compilation database"),
        ("{}", "expected a list"),
        ("[1]", "names no file"),
        ('[{"file": "a.c"}]', "a.c has no command"),
        ('[{"file": "a.c", "command": "cc \'"}]', "cannot be split"),
        ('[{"file": "a.cpp", "command": "c++ a.cpp"}]', "has no C file"),
        (
            '[{"file": "a.c", "command": "cc -m32 a.c"}, {"file": "b.c", "command": "cc b.c"}]',
            "-m32 and others are not",
        ),
        ('[{"file": "a.c", "command": "cc a.c"}, {"file": "a.c", "command": "cc -DX a.c"}]', "a.c is compiled twice"),
        ('[{"file": "a.c", "command": "cc -ffast-math a.c"}]', "-ffast-math is not supported"),
    ],
)
def test_databases_that_are_wrong(text: str, message: str, tmp_path: Path) -> None:
    (path,) = written(tmp_path, db_json=text)
    with pytest.raises(InputError, match=message):
        read_commands(path)


def test_a_file_that_is_not_in_the_database(tmp_path: Path) -> None:
    project(tmp_path)
    with pytest.raises(InputError, match=r"x\.c is not in .*compile_commands\.json"):
        read_commands(database(tmp_path, by_bear(tmp_path)), ["x.c"])
