"""How a run is shown: one file an output format, each with ``Renderer``.

A renderer gets files in order, each with the findings that are shown, and gives text pieces to write.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol

from ..finding import Finding
from ..summary import Summary

FORMATS: dict[str, str] = {
    "concise": "one line a finding, and a summary",
    "full": "with the source line, the board and the legal plays",
    "json": "one document: files, matches, games, findings, summary",
    "jsonl": "one JSON object a finding, and one for the summary",
    "sarif": "SARIF 2.1.0, for code scanning",
    "junit": "JUnit XML: a suite a file, a case a game",
    "github": "workflow commands of GitHub Actions",
    "csv": "a row a finding",
}


class Renderer(Protocol):
    """Makes the text of one output format."""

    def start(self) -> Iterator[str]:
        """What comes first."""
        ...

    def file(self, file: Any, findings: Sequence[Finding]) -> Iterator[str]:
        """One file."""
        ...

    def end(self, summary: Summary) -> Iterator[str]:
        """What comes last."""
        ...


def renderer(name: str, version: str, explain: Mapping[str, Any] | None = None) -> Renderer:
    """The renderer of a format.

    ``explain`` holds what a renderer asks of the layers above: ``describe`` (a file as a dictionary), ``board`` and
    ``legal`` (lines around a finding), ``failing`` (the severities that fail).
    """
    made: Renderer = import_module(f".{name}_" if name == "json" else f".{name}", __name__).make(version, explain or {})
    return made


def remarks(render: Renderer) -> Sequence[str]:
    """After the end: sentences on what the reader of this output is known not to take or not to show."""
    said: Sequence[str] = getattr(render, "remarks", ())
    return said
