"""The JSON document: keys and meanings are a contract with users' scripts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..codes import CODES, fingerprint, message, severity
from ..finding import Finding
from ..summary import Summary


def finding_dict(finding: Finding) -> dict[str, Any]:
    """A finding with every key; one that is quiet also says why."""
    made = _finding_dict(finding)
    if finding.suppression is not None:
        made["suppression"] = {"kind": finding.suppression[0], "reason": finding.suppression[1]}
    return made


def _finding_dict(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "name": CODES[finding.code].name,
        "severity": severity(finding),
        "path": finding.path,
        "match": finding.match,
        "game": finding.game,
        "move": finding.move,
        "player": finding.player,
        "player_name": finding.player_name,
        "line": finding.line,
        "column": finding.column,
        "end_column": finding.end_column,
        "offset": finding.offset,
        "roll": None if finding.roll is None else list(finding.roll),
        "play": finding.play,
        "gnu_id": finding.gnu_id,
        "message": message(finding),
        "fingerprint": fingerprint(finding),
    }


def dumps(value: Any) -> str:
    """JSON text; a lone surrogate of a file name is escaped, since it has no UTF-8 form."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isascii() or _encodable(text) else json.dumps(value)


def _encodable(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


class Json:
    """Files are written as they come; the findings follow them."""

    def __init__(self, version: str, describe: Callable[[Any], dict[str, Any]]) -> None:
        self.version = version
        self.describe = describe
        self.findings: list[str] = []
        self.first = True

    def start(self) -> Iterator[str]:
        tool = dumps({"name": "bganalyze", "version": self.version})
        yield f'{{"schema": 1,\n "tool": {tool},\n "files": ['

    def file(self, file: Any, findings: Sequence[Finding]) -> Iterator[str]:
        document = self.describe(file)
        yield ("\n  " if self.first else ",\n  ") + dumps(document)
        self.first = False
        self.findings += [dumps(finding_dict(f)) for f in findings]

    def end(self, summary: Summary) -> Iterator[str]:
        yield '],\n "findings": ['
        for i, text in enumerate(self.findings):
            yield ("\n  " if not i else ",\n  ") + text
        yield f'],\n "summary": {dumps(summary.as_dict())}}}\n'


def make(version: str, explain: Mapping[str, Any]) -> Json:
    return Json(version, explain["describe"])
