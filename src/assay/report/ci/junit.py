"""JUnit's XML, as continuous integration reads it: a test suite for each input, a test case for each property.

A violation is a *failure*, an unknown is *skipped* with its reason, an input that cannot be read an *error*.
Properties that are searched together take their time at once: a suite takes as long as the check, not the sum of its
cases.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from xml.etree import ElementTree

from assay.report.ci.findings import Finding, Recording, findings, mistakes, place
from assay.report.unseen import plain

# Characters that XML 1.0 cannot hold.
_OUTSIDE: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(recordings: Sequence[Recording]) -> str:
    """The document for all inputs."""
    root = ElementTree.Element("testsuites", name="assay")
    for recording in recordings:
        _suite(root, recording)
    for count in ("tests", "failures", "errors", "skipped"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in root)))
    root.set("time", f"{sum(float(suite.get('time', '0')) for suite in root):.3f}")
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=False)


def _suite(root: ElementTree.Element, recording: Recording) -> None:
    found = findings(recording)
    wrong = mistakes(recording)
    file = _clean(recording["file"])
    suite = ElementTree.SubElement(root, "testsuite", name=file)
    suite.set("tests", str(len(found) + bool(wrong)))
    suite.set("failures", str(sum(finding.verdict == "violated" for finding in found)))
    suite.set("errors", str(int(bool(wrong))))
    suite.set("skipped", str(sum(finding.verdict == "unknown" for finding in found)))
    suite.set("time", f"{_took(recording, found):.3f}")
    if wrong:
        case = ElementTree.SubElement(suite, "testcase", classname=file, name="reading and checking")
        ElementTree.SubElement(case, "error", message=_clean(wrong[0])).text = _clean("\n".join(wrong))
    for finding in found:
        _case(suite, file, finding)


def _case(suite: ElementTree.Element, file: str, finding: Finding) -> None:
    name = _clean(finding.property)
    case = ElementTree.SubElement(suite, "testcase", classname=file, name=name, time=f"{finding.seconds:.3f}")
    message = _clean(finding.message)
    match finding.verdict:
        case "violated":
            steps = (
                f"{f'{step.file}:{step.line}' if step.line else f'step {number}'}: {step.says}"
                for number, step in enumerate(finding.steps)
                if step.says
            )
            failure = ElementTree.SubElement(case, "failure", message=message, type=finding.rule)
            failure.text = _clean("\n".join((place(finding), *steps)))
        case "unknown":
            ElementTree.SubElement(case, "skipped", message=message)


def _took(recording: Recording, found: Sequence[Finding]) -> float:
    """The seconds from the start of the check to the last that was heard of it."""
    heard = max((float(event.get("at", 0)) for event in recording["events"]), default=0.0)
    return heard or max((finding.seconds for finding in found), default=0.0)


def _clean(text: str) -> str:
    return _OUTSIDE.sub("\ufffd", plain(text))
