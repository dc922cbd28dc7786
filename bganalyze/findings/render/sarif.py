"""SARIF 2.1.0 (OASIS), for code scanning: results with rules from the pages, in runs that GitHub takes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from ..codes import CODES, fingerprint, message, severity
from ..finding import Finding
from ..pages import page
from ..summary import Summary
from .characters import fit
from .concise import where
from .json_ import dumps

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

MOST_RESULTS = 25_000
"""GitHub refuses a file with a run of more results: the next one begins another run."""
MOST_SHOWN = 5_000
"""Of a run with more results GitHub keeps the most severe ones."""
MOST_RUNS = 20
"""GitHub refuses a file of more runs."""

_RULES = {code: index for index, code in enumerate(CODES)}
_HEADING = re.compile(r"^#+ *", re.M)
_FENCE = re.compile(r"^```.*\n", re.M)


def text(sentence: str) -> str:
    """A message string: braces are doubled (3.11.5), and nothing in it is a link (3.11.6)."""
    made = fit(sentence).replace("{", "{{").replace("}", "}}")
    return made.replace("[", "\\[") if "](" in made else made


def uri(path: str) -> str:
    """A path as a percent-encoded URI reference, relative to the current folder where it is inside of it."""
    shown = path.replace(os.sep, "/")
    if os.path.isabs(path) or ".." in shown.split("/"):
        whole = os.path.abspath(path)
        here = os.path.join(os.getcwd(), "")
        if not whole.startswith(here):
            return f"file://{'' if whole.startswith('/') else '/'}{_quoted(whole.replace(os.sep, '/'))}"
        shown = whole[len(here) :].replace(os.sep, "/")
    return _quoted(PurePath(shown).as_posix())


def _quoted(path: str) -> str:
    try:
        raw = path.encode("utf-8", "surrogateescape")  # a name that is no UTF-8 keeps its bytes
    except UnicodeEncodeError:
        raw = path.encode("utf-8", "surrogatepass")
    return quote(raw, safe="/")


def rule(code: str) -> dict[str, Any]:
    """The descriptor of a code, from its page."""
    markdown = page(code)
    meaning = markdown.partition("\n## ")[0].split("\n\n", 2)[2].strip()
    first = meaning.split("\n\n")[0].replace("\n", " ")
    short = re.split(r"(?<=\.)\s", first)[0]
    return {
        "id": code,
        "name": CODES[code].name,
        "shortDescription": {"text": _plain(short)},
        "fullDescription": {"text": _plain(meaning)},
        "defaultConfiguration": {"level": CODES[code].severity},
        "help": {"text": _plain(markdown), "markdown": markdown},
    }


def _plain(markdown: str) -> str:
    plain = _HEADING.sub("", _FENCE.sub("", markdown)).replace("`", "").replace("*", "")
    return plain.replace("{", "{{").replace("}", "}}")


@cache
def _driver(version: str) -> str:
    driver = {
        "name": "bganalyze",
        "version": version,
        "rules": [rule(code) for code in CODES],
        "notifications": [
            {
                "id": "github-limit",
                "shortDescription": {"text": "A limit of GitHub code scanning is exceeded."},
                "defaultConfiguration": {"level": "warning"},
            }
        ],
    }
    return dumps(driver)


def _location(finding: Finding) -> dict[str, Any]:
    relative = uri(finding.path)
    artifact: dict[str, Any] = {"uri": relative}
    if not relative.startswith("file:"):
        artifact["uriBaseId"] = "%SRCROOT%"
    physical: dict[str, Any] = {"artifactLocation": artifact}
    if finding.line is not None:
        physical["region"] = region = {"startLine": finding.line}
        if finding.column is not None:
            region["startColumn"] = finding.column
            if finding.end_column is not None:
                region["endLine"] = finding.line
                region["endColumn"] = finding.end_column
    elif finding.offset is not None:
        physical["region"] = {"byteOffset": finding.offset}
    location: dict[str, Any] = {"physicalLocation": physical}
    logical = []
    above = ""
    for kind, name in (
        ("match", None if finding.match is None else f"match {finding.match}"),
        ("game", None if finding.game is None else f"game {finding.game}"),
        ("move", None if finding.move is None else f"move {finding.move}"),
        ("player", _player(finding)),
    ):
        if name is not None:
            above = f"{above}/{name}" if above else name
            logical.append({"kind": kind, "name": name, "fullyQualifiedName": above})
    if logical:
        location["logicalLocations"] = logical
    return location


def _player(finding: Finding) -> str | None:
    if finding.player_name is not None:
        return fit(finding.player_name)
    return None if finding.player is None else f"player {finding.player}"


def result(finding: Finding) -> dict[str, Any]:
    """The ``result`` object of a finding."""
    made: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": _RULES[finding.code],
        "level": severity(finding),
        "message": {"text": text(where(finding) + message(finding))},
        "locations": [_location(finding)],
        "partialFingerprints": {"bganalyze/v1": fingerprint(finding)},
    }
    if finding.suppression is not None:
        kind, reason = finding.suppression
        persisted = "inSource" if kind == "waiver" else "external"
        made["suppressions"] = [{"kind": persisted, "justification": fit(f"{kind}: {reason}")}]
    properties: dict[str, Any] = {}
    if finding.roll is not None:
        properties["roll"] = finding.roll
    if finding.play is not None:
        properties["play"] = fit(finding.play)
    if finding.gnu_id is not None:
        properties["gnu_id"] = finding.gnu_id
    if properties:
        made["properties"] = properties
    return made


class Sarif:
    """Results are written as they come; what is said of a run follows them."""

    def __init__(self, version: str) -> None:
        self.version = version
        self.runs = self.results = 0
        """Runs begun, and results in the last of them."""
        self.total = 0
        self.notifications: list[str] = []
        self.crashed = False
        self.remarks: list[str] = []
        self.most_in_a_run = 0

    def start(self) -> Iterator[str]:
        yield f'{{"$schema": {dumps(SCHEMA)},\n "version": "2.1.0",\n "runs": ['
        yield self._start_run()

    def file(self, file: Any, findings: Sequence[Finding]) -> Iterator[str]:
        for finding in findings:
            if self.results == MOST_RESULTS:
                self._notify(
                    f"the results go on in another run: GitHub refuses a run of more than {MOST_RESULTS:,} results"
                )
                yield from self._end_run({})
                yield "," + self._start_run()
            yield (",\n   " if self.results else "\n   ") + dumps(result(finding))
            self.results += 1
            self.total += 1
        self.crashed = self.crashed or any(f.code.startswith("BG9") for f in file.findings)
        if file.failed:
            for finding in findings:
                self._failed(finding)

    def end(self, summary: Summary) -> Iterator[str]:
        many = f"{self.total:,} results"
        if self.runs > 1:
            self.remarks.append(
                f"{many} are in {self.runs} runs: GitHub refuses a run of more than {MOST_RESULTS:,} results"
            )
        if max(self.most_in_a_run, self.results) > MOST_SHOWN:
            self.remarks.append(f"{many}: GitHub keeps the {MOST_SHOWN:,} most severe results of a run")
        if self.runs > MOST_RUNS:
            self.remarks.append(f"{self.runs} runs: GitHub refuses a file of more than {MOST_RUNS} runs")
            self._notify(self.remarks[-1])
        yield from self._end_run({"summary": summary.as_dict()})
        yield "]}\n"

    def _failed(self, finding: Finding) -> None:
        """A file that could not be read is also told as an event of the run."""
        self.notifications.append(
            dumps(
                {
                    "level": severity(finding),
                    "message": {"text": text(message(finding))},
                    "locations": [_location(finding)],
                    "associatedRule": {"id": finding.code, "index": _RULES[finding.code]},
                }
            )
        )

    def _notify(self, sentence: str) -> None:
        self.notifications.append(
            dumps(
                {
                    "level": "warning",
                    "message": {"text": text(sentence)},
                    "descriptor": {"id": "github-limit", "index": 0},
                }
            )
        )

    def _start_run(self) -> str:
        self.runs += 1
        self.results = 0
        # GitHub tells runs of one tool apart by their category. The first keeps the one that the upload names.
        details = {"id": f"bganalyze/part-{self.runs}/"}
        category = f'\n  "automationDetails": {dumps(details)},' if self.runs > 1 else ""
        return f'\n {{{category}"columnKind": "unicodeCodePoints",\n  "results": ['

    def _end_run(self, properties: Mapping[str, Any]) -> Iterator[str]:
        self.most_in_a_run = max(self.most_in_a_run, self.results)
        if self.results > MOST_SHOWN:
            self._notify(f"{self.results:,} results: GitHub keeps the {MOST_SHOWN:,} most severe results of a run")
        yield f'],\n  "tool": {{"driver": {_driver(self.version)}}},\n  "invocations": [{{"executionSuccessful": '
        yield f'{dumps(not self.crashed)}, "toolExecutionNotifications": ['
        for i, notification in enumerate(self.notifications):
            yield (",\n   " if i else "\n   ") + notification
        yield "]}]"
        if properties:
            yield f',\n  "properties": {dumps(properties)}'
        yield "}"
        self.notifications = []
        self.crashed = False


def make(version: str, explain: Mapping[str, Any]) -> Sarif:
    return Sarif(version)
