"""What the tests of the output formats share: records, and what a format makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bganalyze.findings.codes import SEVERITIES
from bganalyze.findings.finding import Finding
from bganalyze.findings.render import Renderer, renderer
from bganalyze.findings.summary import Summary
from bganalyze.pipeline import Checked, check_bytes

LINES = [
    " 5 point match",
    "",
    " Game 1",
    " Alice : 0                     Bob : 0",
    "  1) 31: 8/5 6/5                 52: 13/8 24/22",
    "      Wins 1 point",
    "",
    " Game 2",
    " Alice : 1                     Bob : 0",
    "  1) 31: 8/5 6/4                 52: 13/8 24/23",
    "      Wins 1 point",
    "",
    " Game 3",
    " Alice : 2                     Bob : 0",
    "      Wins 1 point",
]
"""Three games: the first has no fault, the second two illegal steps in line 10, the third no play."""
RECORD = "\n".join(LINES) + "\n"
LEFT, RIGHT = LINES[9].index("6/4") + 1, LINES[9].index("24/23") + 1
"""Columns of the illegal steps: a 1 and a 2 where 1 and 2 points do not fit."""


def checked(text: str = RECORD, path: str = "a.mat") -> Checked:
    """A check of a text."""
    return check_bytes(text.encode(), path)


def faulty(*findings: Finding, path: str = "a.mat") -> Checked:
    """A file without a match that has just these findings."""
    return Checked(path, findings=list(findings))


def written(name: str, files: Sequence[Checked], failing: Sequence[str] = SEVERITIES[:1]) -> tuple[str, Renderer]:
    """The text of a format, and its renderer."""
    helpers: dict[str, Any] = {"failing": failing}
    render = renderer(name, "1.2.3", helpers)
    summary = Summary()
    pieces = [*render.start()]
    for file in files:
        found = [f for f in file.findings if not f.follow_up]
        summary.add_file(file.matches, file.failed)
        summary.add_findings(found)
        pieces += render.file(file, found)
    pieces += render.end(summary)
    return "".join(pieces), render
