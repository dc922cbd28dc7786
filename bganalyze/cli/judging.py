"""What of a check counts: the configuration of each record, the baseline, the files that differ in git."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from ..findings.codes import SEVERITIES
from ..findings.finding import Finding, sort_key
from ..findings.render.concise import printable
from .config import ConfigError, Configurations, Layer, Settings
from .whole_file import write

if TYPE_CHECKING:
    from ..bulk import Target
    from ..findings.baseline import Baseline, Entry
    from ..pipeline import Checked


class Judge:
    """Decides on findings. ``layer`` is what the command line says; the other arguments are its options.

    Raises ``click.UsageError`` for a configuration or a baseline that cannot be used.
    """

    def __init__(
        self,
        layer: Layer,
        config: str | None = None,
        no_config: bool = False,
        known: str | None = None,
        write: str | None = None,
        show_all: bool = False,
    ) -> None:
        if config is not None and no_config:
            raise click.UsageError("--config and --no-config contradict each other")
        try:
            self.configurations = Configurations(layer, config, no_config)
        except ConfigError as error:
            raise click.UsageError(printable(str(error))) from None
        self.show_all = show_all
        self.known: Baseline | None = None
        self.new: Baseline | None = None
        self.entries: list[Entry] = []
        if known is not None:
            self.known = _load(known, "--baseline")
        if write is not None:
            from ..findings.baseline import Baseline

            if os.path.lexists(write):
                _load(write, "--write-baseline")  # anything else is not written over
            self.new = Baseline(write)
        self.failing: set[str] = set()
        """The severities that fail, for the file that was judged last."""

    def prepare(self, targets: Iterable[Target]) -> None:
        """Give each target the options of its configuration, so that every fault of one is told before any check."""
        default = self.configurations.default.options
        try:
            for target in targets:
                options = self.configurations.of(target.path).options
                if options is not default:
                    target.options = options
        except ConfigError as error:
            raise click.UsageError(printable(str(error))) from None

    def judged(self, checked: Checked) -> list[Finding]:
        """The findings that count or are quiet; what is not selected, or follows from another, is left out."""
        settings = self.configurations.of(checked.path)
        self.failing.clear()
        self.failing.update(SEVERITIES[: SEVERITIES.index(settings.fail_on) + 1])
        findings = checked.findings
        if settings.dialects:
            findings = _with_dialect(checked, settings)
        for baseline in (self.known, self.new):
            if baseline is not None:
                baseline.looked_at(checked.path)
        found = []
        written = []
        for finding in findings:
            if finding.suppression is None and self.known is not None and self.known.knows(finding):
                finding = finding._replace(suppression=("baseline", self.known.place))
            if settings.select and not finding.code.startswith(settings.select):
                continue
            if settings.ignore and finding.code.startswith(settings.ignore):
                continue
            known = finding.suppression is not None and finding.suppression[0] == "baseline"
            if self.new is not None and (known or finding.suppression is None) and not finding.code.startswith("BG9"):
                written.append(finding)
                finding = finding._replace(suppression=("baseline", self.new.place))
            if finding.follow_up and not self.show_all:
                continue
            found.append(finding)
        if self.new is not None and written:
            from ..findings.baseline import entries_of

            self.entries += entries_of(written, self.new)
        return found

    def shown(self, found: list[Finding]) -> list[Finding]:
        """Those of them that outputs show."""
        return found if self.show_all else [finding for finding in found if finding.suppression is None]

    def finish(self, paths: Iterable[str]) -> None:
        """Tell what a baseline has in vain, and write the new one. ``paths``: as given to the command."""
        if self.known is not None:
            self.known.gone([path for path in paths if os.path.isdir(path)])
            for entry in self.known.stale():
                click.echo(printable(f"bganalyze: no longer found: {_text(entry)}"), err=True)
        if self.new is not None:
            self._write(self.new)

    def _write(self, new: Baseline) -> None:
        from ..findings.baseline import dumps

        if self.known is not None:  # what it knows of other files is kept
            for entry in self.known.entries:
                if entry.path not in self.known.files:
                    path = entry.path if entry.path == "-" else os.path.join(self.known.folder, entry.path)
                    self.entries.append(entry._replace(path=new.name(path)))
        try:
            write(new.place, dumps(self.entries).encode("utf-8"))
        except OSError as error:
            raise click.UsageError(printable(f"--write-baseline {new.place}: {error.strerror}")) from None
        number = sum(entry.times for entry in self.entries)
        words = f"{number:,} finding{'' if number == 1 else 's'}"
        click.echo(printable(f"bganalyze: {words} written to {new.place}"), err=True)


def changed(targets: list[Target], revision: str) -> list[Target]:
    """The targets that differ from a revision in git; standard input and what is missing always do.

    Raises ``click.UsageError`` with what git says.
    """
    from .git import Changes, GitError

    changes = Changes(revision)
    try:
        return [t for t in targets if t.path == "-" or not os.path.lexists(t.path) or changes.differs(t.path)]
    except GitError as error:
        raise click.UsageError(printable(f"--changed-since {revision}: {error}")) from None


def _load(path: str, option: str) -> Baseline:
    from ..findings.baseline import BaselineError, load

    try:
        return load(path)
    except BaselineError as error:
        raise click.UsageError(printable(f"{option} {path}: {error}")) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise click.UsageError(printable(f"{option} {path}: {reason}")) from None


def _with_dialect(checked: Checked, settings: Settings) -> list[Finding]:
    """The findings, with one more where the record is not of a dialect that is expected."""
    wanted = settings.dialects
    if checked.format is None or checked.format in wanted or checked.dialect in wanted:
        return checked.findings
    found = checked.format
    if checked.dialect and checked.dialect != found:
        found += f" of the dialect {checked.dialect}"
    expected = " or ".join(wanted)
    finding = Finding("BG608", checked.path, args=(("found", found), ("expected", expected)))
    return sorted([*checked.findings, finding], key=sort_key)


def _text(entry: Entry) -> str:
    where = [f"{word} {n}" for word, n in (("game", entry.game), ("move", entry.move)) if n is not None]
    times = f" ({entry.times} times)" if entry.times > 1 else ""
    return f"{entry.path}: {entry.code}{': ' if where else ''}{', '.join(where)}{times}"
