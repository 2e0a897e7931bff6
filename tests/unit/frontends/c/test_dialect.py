"""Programs are read with the macros of gcc 12, for both data models."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from assay.frontends.c import DataModel, calls_error, read_c
from assay.frontends.c.text.dialect import predefined

GCC = shutil.which("gcc")
BUILD_DEPENDENT = ("__PIC__", "__PIE__", "__pic__", "__pie__")

PROGRAM = """
extern void reach_error(void);
int main(void) {
#if defined(__clang__) || defined(__llvm__) || defined(__has_feature) || defined(__has_extension)
  reach_error();
#endif
#if __GNUC__ != 12 || __STDC_VERSION__ != 201710L || defined(__OPTIMIZE__) || !defined(__GNUC_STDC_INLINE__)
  reach_error();
#endif
#if %s
  reach_error();
#endif
  _Static_assert(__INCLUDE_LEVEL__ == 0 && __COUNTER__ == 0 && __COUNTER__ == 1, "");
  _Static_assert(sizeof(__SIZE_TYPE__) == sizeof(void *) && sizeof(_Float128) == 16, "");
  return 0;
}
"""
OTHER = {
    DataModel.LP64: "!defined(__x86_64__) || !defined(__LP64__) || __SIZEOF_LONG__ != 8 || !defined(__SIZEOF_INT128__)",
    DataModel.ILP32: "!defined(__i386__) || defined(__LP64__) || __SIZEOF_LONG__ != 4 || defined(__SIZEOF_INT128__)",
}


@pytest.mark.parametrize("model", list(DataModel))
def test_the_macros_are_those_of_gcc(model: DataModel, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    source.write_text(PROGRAM % OTHER[model])
    assert not calls_error(read_c(source, model))


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.skipif(GCC is None, reason="gcc is not installed")
def test_the_tables_are_what_gcc_prints(model: DataModel) -> None:
    assert GCC is not None
    command = [GCC, "-m64" if model is DataModel.LP64 else "-m32", "-std=gnu17", "-dM", "-E", "-x", "c", "/dev/null"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode or '__VERSION__ "12.' not in done.stdout:
        pytest.skip("this gcc is not version 12 for this data model")
    mine = {line for line in predefined(model).splitlines() if line.startswith("#define")}
    printed = {line for line in done.stdout.splitlines() if line.split()[1] not in BUILD_DEPENDENT}
    different = {"_STDC", "__VERSION__", "__FLT_EVAL_METHOD_"}
    assert {line for line in mine ^ printed if not any(word in line for word in different)} == set()
