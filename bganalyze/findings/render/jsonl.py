"""One JSON object a line: the findings, as in the JSON document, and at the end ``{"summary": ...}``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..finding import Finding
from ..summary import Summary
from .json_ import dumps, finding_dict


class JsonLines:
    """Findings line by line."""

    def start(self) -> Iterator[str]:
        yield from ()

    def file(self, file: Any, findings: Sequence[Finding]) -> Iterator[str]:
        for finding in findings:
            yield dumps(finding_dict(finding)) + "\n"

    def end(self, summary: Summary) -> Iterator[str]:
        yield dumps({"summary": summary.as_dict()}) + "\n"


def make(version: str, explain: Mapping[str, Any]) -> JsonLines:
    return JsonLines()
