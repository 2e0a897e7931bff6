"""The files that a check is to write: their names, and that none of them is an input or another one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from assay.core.model import Model
from assay.witness.write.files import is_stream, keep_apart, same


@dataclass(frozen=True)
class Outputs:
    """The options ``--witness``, ``--trace``, ``--harness``, ``--stats``, ``--html``, ``--record``, ``--testbench``."""

    witness: str | None = None
    trace: str | None = None
    harness: str | None = None
    stats: str | None = None
    html: str | None = None
    record: str | None = None
    testbench: str | None = None

    @property
    def of_evidence(self) -> dict[str, str]:
        """Those of which there is one for each property, by option."""
        given = {
            "--witness": self.witness,
            "--trace": self.trace,
            "--harness": self.harness,
            "--testbench": self.testbench,
        }
        return {option: name for option, name in given.items() if name is not None}

    def names(self, count: int) -> Iterator[tuple[str, str]]:
        """Every file that may be written about ``count`` properties, with its option."""
        for option, name in self.of_evidence.items():
            for number in range(1 if is_stream(name) else count):
                yield option, str(numbered(name, number, count))
        of_all = {"--stats": self.stats, "--html": self.html, "--record": self.record}
        yield from ((option, name) for option, name in of_all.items() if name is not None)


def numbered(given: str | None, number: int, count: int) -> Path | None:
    """Where the file of a property goes: the file given, or with several of them ``name.0.suffix`` and so on.

    The number is that by which ``--property`` means the property.  What takes one text after another (a device, a
    pipe) gets them all.
    """
    if given is None:
        return None
    path = Path(given)
    return path if count == 1 or is_stream(path) else path.with_name(f"{path.stem}.{number}{path.suffix}")


def spare_inputs(outputs: Outputs, file: str, property: str | None, model: Model, count: int) -> None:
    """Refuses outputs that are an input: the file, the property's file, the program and property file of a task."""
    if outputs == Outputs():
        return
    inputs = [file, model.origin.file]
    if model.origin.netlist is not None:
        inputs += model.origin.netlist.sources
    if model.origin.program is not None:
        inputs += [unit.file for unit in model.origin.program.units]
    if property is not None:
        inputs.append(property.rpartition("#")[0] or property)
        inputs.append(property)
    definition = not (model.origin.given or same(file, model.origin.file)) and Path(file).suffix != ".json"
    if model.origin.format == "C" and definition:
        from assay.frontends.c.competition import read_definition

        inputs.append(str(read_definition(file).specification.file))
    keep_apart(outputs.names(count), inputs)
