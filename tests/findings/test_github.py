"""The workflow commands of GitHub Actions, read back as the runner reads them."""

from __future__ import annotations

import pytest
from commands import parse
from rendered import LEFT, RIGHT, checked, faulty, written

from bganalyze.findings.finding import Finding
from bganalyze.findings.render import remarks


def test_commands() -> None:
    """One a finding, at its place; the summary is a line of the log."""
    lines = written("github", [checked()])[0].splitlines()
    first = (
        f"::error file=a.mat,line=10,col={LEFT},endColumn={LEFT + 3},title=BG303 step-matches-no-die::game 2, move 1,"
    )
    assert lines[0].startswith(first + " Alice: 31: 8/5 6/4: step 6/4 moves 2 points")
    made = [parse(line) for line in lines]
    assert [c.name if c else None for c in made] == ["error", "error", "notice", "notice", None]
    assert made[1] is not None and made[1].properties["col"] == str(RIGHT)
    assert lines[-1] == "1 file, 3 games: 2 checked to the end, 1 not checked; 2 errors, 0 warnings, 2 notes"


@pytest.mark.parametrize(
    ("severity", "command"), [("error", "error"), ("warning", "warning"), ("note", "notice"), (None, "error")]
)
def test_severities(severity: str | None, command: str) -> None:
    text, _ = written("github", [faulty(Finding("BG002", "a", severity=severity))])
    assert text.startswith(f"::{command} file=a,title=BG002 unknown-format::no format")


def test_escapes() -> None:
    """Worked by hand from GitHub's rules: % \\r \\n in the message, : and , as well in properties."""
    made = faulty(Finding("BG003", "a:b,c%d\n.mat", args=(("reason", "50%, x:\r\ny%0A"),)))
    text, _ = written("github", [made])
    assert text.splitlines()[0] == ("::error file=a%3Ab%2Cc%25d%0A.mat,title=BG003 no-games::50%25, x:%0D%0Ay%250A")


def test_a_place_without_a_column() -> None:
    text, _ = written("github", [faulty(Finding("BG002", "a", line=3))])
    assert text.startswith("::error file=a,line=3,title=")


@pytest.mark.parametrize("many", [10, 11])
def test_what_github_does_not_show_is_told(many: int) -> None:
    """GitHub shows ten annotations of a kind for a step. All are written; the eleventh is told."""
    findings = [Finding("BG002", "a", line=n) for n in range(many)]
    text, render = written("github", [faulty(*findings, Finding("BG601", "a", args=(("problem", "x"),)))])
    assert text.count("::error ") == many
    assert len(remarks(render)) == (many > 10)
    if many > 10:
        assert remarks(render)[0].startswith("11 errors: GitHub shows 10 annotations")


def test_a_quiet_finding_is_a_notice() -> None:
    text, _ = written("github", [faulty(Finding("BG002", "a", suppression=("baseline", "b")))])
    assert text.startswith("::notice file=a,")
