"""``bganalyze check``."""

from __future__ import annotations

import sys

import click
from click.core import ParameterSource

from ..findings.codes import SEVERITIES, expand, severity
from ..findings.render import FORMATS
from ..findings.render.concise import printable
from ..findings.summary import Summary
from .config import Layer
from .judging import Judge, changed
from .options import config_options, parse_rules, rules_options
from .outputs import Output, parse_report, plan, writing


def _codes(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...]:
    try:
        return expand(value) if value else ()
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


@click.command("check")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@rules_options
@config_options
@click.option("--output-format", type=click.Choice(list(FORMATS)), default="concise", show_default=True)
@click.option("--output", metavar="FILE", help="Write there instead of to standard output.")
@click.option(
    "--report",
    "reports",
    callback=parse_report,
    multiple=True,
    metavar="FORMAT=FILE",
    help="Write another output as well (repeatable), such as sarif=out.sarif.",
)
@click.option("--select", callback=_codes, metavar="CODES", help="Only these codes or beginnings: BG3,BG502.")
@click.option("--ignore", callback=_codes, metavar="CODES", help="Not these codes or beginnings.")
@click.option(
    "--fail-on",
    type=click.Choice(SEVERITIES),
    default="error",
    show_default=True,
    help="Exit 1 from this severity on.",
)
@click.option("--exit-zero", is_flag=True, help="Exit 0 whatever was found.")
@click.option("--baseline", metavar="FILE", help="The findings in this file are known and stay quiet.")
@click.option("--write-baseline", metavar="FILE", help="Write all findings there; from now on they are known.")
@click.option("--changed-since", metavar="REV", help="Only records that differ from this revision in git.")
@click.option(
    "--all",
    "show_all",
    is_flag=True,
    help="Also show what follows from an earlier fault of the same game, and what is known, waived or accepted.",
)
@click.option("--statistics", is_flag=True, help="Print the number of findings a code.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@click.option("--allow-empty", is_flag=True, help="Do not fail when no file was found.")
def command(
    paths: tuple[str, ...],
    rules: str | None,
    settings: tuple[str, ...],
    config: str | None,
    no_config: bool,
    policies: tuple[tuple[str, str], ...],
    output_format: str,
    output: str | None,
    reports: tuple[Output, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fail_on: str,
    exit_zero: bool,
    baseline: str | None,
    write_baseline: str | None,
    changed_since: str | None,
    show_all: bool,
    statistics: bool,
    jobs: int,
    allow_empty: bool,
) -> None:
    """Check match records: every play, cube action, score and result.

    PATH is a file, a folder (searched for records by their content), a glob, or - for standard input.

    \b
    Example:
      bganalyze check finals/ --output-format full
      bganalyze check club.mat --rules money --set jacoby=off
      bganalyze check finals/ --report sarif=out.sarif --report junit=out.xml
    """
    from ..bulk import check_all, find

    chosen = parse_rules(rules, settings)
    layer = Layer(
        chosen.name,
        chosen.settings,
        policies,
        select if _said("select") else None,
        ignore if _said("ignore") else None,
        fail_on if _said("fail_on") else None,
        own_rules=chosen.rules,
    )
    judge = Judge(layer, config, no_config, baseline, write_baseline, show_all)
    targets = find(paths)
    if not targets.found and not allow_empty:
        for path in targets.missing:
            click.echo(f"bganalyze: {printable(path)}: no such file or folder", err=True)
        click.echo("bganalyze: no path matched anything", err=True)
        sys.exit(2)
    if changed_since is not None:
        targets.files = changed(targets.files, changed_since)
        allow_empty = True
    judge.prepare(targets.files)
    stdin = sys.stdin.buffer.read() if sys.stdin is not None and any(t.path == "-" for t in targets.files) else b""

    summary = Summary()
    asked = any(_said(name) for name in ("output_format", "output"))
    outputs = plan(output_format, output, reports, asked, targets.files)
    failed = crashed = False
    with writing(outputs, judge.failing) as opened:
        for out in opened:
            out.start()
        hashed = any(one.format == "json" for one in outputs)
        for checked in check_all(targets.files, judge.configurations.default.options, jobs, stdin, hashed=hashed):
            if not checked.claimed:
                summary.files_ignored += 1
                continue
            found = judge.judged(checked)
            summary.add_file(checked.matches, checked.failed, checked.positions, checked.ledger_games)
            summary.add_findings(found)
            failed = failed or any(f.suppression is None and severity(f) in judge.failing for f in found)
            crashed = crashed or any(f.code.startswith("BG9") for f in checked.findings)
            shown = judge.shown(found)
            for out in opened:
                out.file(checked, shown)
        for out in opened:
            out.end(summary)
    judge.finish(paths)
    for out in opened:
        for remark in out.remarks():
            click.echo(f"bganalyze: {remark}", err=True)
    if statistics:
        click.echo("\n".join(summary.statistics()), err=outputs[0].format not in ("concise", "full"))
    if crashed:
        sys.exit(2)
    if not summary.files and not allow_empty:
        click.echo("bganalyze: no file that is a match record was found", err=True)
        sys.exit(2)
    sys.exit(1 if failed and not exit_zero else 0)


def _said(name: str) -> bool:
    """The user gave this option."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE
