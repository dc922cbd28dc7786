"""A row a finding, as RFC 4180 has it: the keys of the JSON document are the heading.

The last column is empty but for quiet findings, which ``--all`` shows: it tells what keeps them quiet.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..finding import Finding
from ..summary import Summary
from .characters import fit
from .json_ import finding_dict

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""A spreadsheet takes a longer text with such a beginning for a formula, some of them after blanks."""


def cell(value: Any) -> Any:
    """A value as text. What a spreadsheet would take for a formula gets an apostrophe in front."""
    if value is None:
        return ""
    if isinstance(value, list):
        return "".join(map(str, value))  # a roll, as messages show it
    if isinstance(value, dict):
        value = f"{value['kind']}: {value['reason']}"  # a suppression
    if not isinstance(value, str):
        return value
    text = fit(value)
    guarded = len(text) > 1 and (text[0] in _FORMULA or text.lstrip()[:1] in _FORMULA)
    return "'" + text if guarded else text


def _row(finding: Finding) -> dict[str, Any]:
    row = finding_dict(finding)
    row.setdefault("suppression", None)
    return row


class _Line:
    """A file whose ``write`` gives the line back: ``writerow`` then makes text."""

    def write(self, text: str) -> str:
        return text


class Csv:
    """Heading and rows. The counts of the run have no place in it."""

    def __init__(self) -> None:
        self.writer: Any = csv.writer(_Line(), lineterminator="\r\n")

    def start(self) -> Iterator[str]:
        yield self.writer.writerow(_row(Finding("BG002", "")))

    def file(self, file: Any, findings: Sequence[Finding]) -> Iterator[str]:
        for finding in findings:
            yield self.writer.writerow([cell(value) for value in _row(finding).values()])

    def end(self, summary: Summary) -> Iterator[str]:
        yield from ()


def make(version: str, explain: Mapping[str, Any]) -> Csv:
    return Csv()
