"""JUnit XML: a suite a file, a case a game, so that games without a fault are counted too.

A finding at the fail level is a failure of its game, any other stands in the case's output. A game that was not
checked to its end is skipped, a file that could not be read is an error. What concerns no game has a case of its own
where it fails, and stands in the suite's output otherwise. Quiet findings, which ``--all`` shows, never fail.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from ..codes import SEVERITIES, message, severity
from ..finding import Finding
from ..summary import Summary
from .characters import fit
from .concise import sentence, where

_REASONS = {
    "partly": "checked only in part: from some point on the position is not known",
    "none": "not checked: no play could be replayed, or the game is empty",
}
_TOLD = ("BG390", "BG503")
"""Findings that tell why a game was not checked."""


def _attribute(text: str) -> str:
    return quoteattr(fit(text))


def _content(text: str) -> str:
    return escape(fit(text), {"\r": "&#13;"})


class _Case:
    """A ``testcase`` on its way."""

    def __init__(self, name: str, checked: str = "full") -> None:
        self.name = name
        self.checked = checked
        self.findings: list[Finding] = []


class Junit:
    """A suite is written when its file is done."""

    def __init__(self, failing: Collection[str]) -> None:
        self.failing = failing

    def start(self) -> Iterator[str]:
        yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="bganalyze">\n'

    def file(self, file: Any, findings: Sequence[Finding]) -> Iterator[str]:
        cases, aside = self._cases(file, findings)
        lines: list[str] = []
        counts = {"failures": 0, "errors": 0, "skipped": 0}
        for case in cases:
            kind, body = self._case(file, case)
            if kind:
                counts[kind] += 1
            lines += body
        if aside:
            lines.append(_output(aside))
        numbers = " ".join(f'{name}="{number}"' for name, number in counts.items())
        yield f' <testsuite name={_attribute(file.path)} tests="{len(cases)}" {numbers}>\n'
        yield "".join(f"  {line}\n" for line in lines)
        yield " </testsuite>\n"

    def end(self, summary: Summary) -> Iterator[str]:
        yield "</testsuites>\n"

    def _cases(self, file: Any, findings: Sequence[Finding]) -> tuple[list[_Case], list[Finding]]:
        """The cases of a file, and the findings that belong to none."""
        if file.failed:
            whole = _Case("file")
            whole.findings = list(findings)
            return [whole], []
        cases: list[_Case] = []
        games: dict[tuple[int, int | None], _Case] = {}
        names: dict[str, int] = {}
        for match in file.matches:
            for game in match.games:
                name = "game without a number" if game.number is None else f"game {game.number}"
                if len(file.matches) > 1:
                    name = f"match {match.number}, {name}"
                names[name] = names.get(name, 0) + 1
                case = _Case(name if names[name] == 1 else f"{name} ({names[name]})", game.checked)
                cases.append(case)
                # Of games with one number the first has the findings: nothing tells them apart.
                games.setdefault((match.number, game.number), case)
        aside: list[Finding] = []
        others: dict[int | None, _Case] = {}
        for finding in findings:
            case_of_game = games.get((finding.match or 0, finding.game)) if finding.game is not None else None
            if case_of_game is not None:
                case_of_game.findings.append(finding)
            elif self._fails(finding):
                name = "file" if finding.match is None else f"match {finding.match}"
                others.setdefault(finding.match, _Case(name)).findings.append(finding)
            else:
                aside.append(finding)
        return [*others.values(), *cases], aside

    def _fails(self, finding: Finding) -> bool:
        return finding.suppression is None and severity(finding) in self.failing

    def _case(self, file: Any, case: _Case) -> tuple[str, list[str]]:
        """What the case counts as (empty: passed), and its lines."""
        kind, element = "", ""
        hard = [f for f in case.findings if f.suppression is None and (file.failed or self._fails(f))]
        soft = [f for f in case.findings if f not in hard]
        if hard:
            kind, element = ("errors", "error") if file.failed else ("failures", "failure")
        elif file.failed or case.checked in _REASONS:
            kind = "skipped"
        body = [
            f" <{element} type={_attribute(f.code)} message={_attribute(where(f) + message(f))}>"
            f"{_content(sentence(f))}</{element}>"
            for f in hard
        ]
        if kind == "skipped":
            body.append(f" <skipped message={_attribute(_reason(case))}/>")
        if soft:
            body.append(f" {_output(soft)}")
        head = f"<testcase classname={_attribute(file.path)} name={_attribute(case.name)}"
        return kind, [f"{head}>", *body, "</testcase>"] if body else [f"{head}/>"]


def _output(findings: Sequence[Finding]) -> str:
    text = "\n".join(sentence(f) for f in findings)
    return f"<system-out>{_content(text)}</system-out>"


def _reason(case: _Case) -> str:
    """Why a case is skipped, with the finding that says it."""
    if case.checked not in _REASONS:
        return "not read, and the reason is not among the findings that are shown"
    told = [message(f) for f in case.findings if f.code in _TOLD]
    return f"{_REASONS[case.checked]} ({told[0]})" if told else _REASONS[case.checked]


def make(version: str, explain: Mapping[str, Any]) -> Junit:
    return Junit(explain.get("failing", SEVERITIES[:1]))
