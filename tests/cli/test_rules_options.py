"""``--rules`` and ``--set`` of any command, the pages of rule sets, and ``bganalyze buy-in``."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bganalyze.cli.main import cli
from bganalyze.formats import mat
from bganalyze.rules.declared import RuleOptions, rules_of
from bganalyze.rules.pages import SUBJECTS, page
from bganalyze.rules.rule_file import parse_rule_file
from bganalyze.rules.variants import CHOICES, PRESETS, UNLIMITED, Rules, preset

MATCH = """\
 5 point match
 Game 1
 Al : 0                          Bo : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
      Wins 1 point
"""


def run(*arguments: str) -> Result:
    """One command, in this process."""
    result = CliRunner().invoke(cli, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def match(tmp_path: Path) -> str:
    """A clean match."""
    path = tmp_path / "club.mat"
    path.write_text(MATCH, encoding="utf-8")
    return str(path)


# ---- options -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(("--rules", "nardi"), "there is no rule set 'nardi'; known are backgammon", id="unknown-preset"),
        pytest.param(("--set", "jacobi=on"), "there is no rule 'jacobi'; known are start", id="unknown-field"),
        pytest.param(("--set", "gammon=4"), "gammon=4: 1, 2 or 3", id="value"),
        pytest.param(("--set", "jacoby"), "'jacoby' is not FIELD=VALUE", id="no-value"),
        pytest.param(
            ("--rules", "short-nardy-cox", "--set", "cube=off"),
            "cube-limit=64 needs cube=on, but cube=off",
            id="contradiction-with-a-preset",
        ),
        pytest.param(
            ("--set", "block-rule=ahead", "--set", "direction=opposed"),
            "block-rule=ahead needs direction=same, but direction=opposed",
            id="contradiction-of-settings",
        ),
        pytest.param(("--rules", "none/club.toml"), "none/club.toml: No such file or directory", id="missing-file"),
    ],
)
def test_usage_errors(match: str, arguments: tuple[str, ...], said: str) -> None:
    """Exit status 2; the message names the field."""
    result = run("check", match, *arguments)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_rule_file_with_a_fault(match: str, tmp_path: Path) -> None:
    """File, line and field; a folder is no file; control characters do not reach the terminal."""
    path = tmp_path / "club.toml"
    path.write_text('base = "money"\ngammon = 7\n', encoding="utf-8")
    result = run("check", match, "--rules", str(path))
    assert (result.exit_code, f"{path}: line 2: gammon: 7: 1, 2 or 3" in result.stderr) == (2, True)
    assert run("check", match, "--rules", f"{tmp_path}/").exit_code == 2
    path.write_text('"\\u001b[31m" = 7\n', encoding="utf-8")
    result = run("check", match, "--rules", str(path))
    assert result.exit_code == 2
    assert "\x1b" not in result.stderr


def test_a_rule_file_counts(match: str, tmp_path: Path) -> None:
    """By its array the second play has no checker on 24; a setting puts it back."""
    path = tmp_path / "club.toml"
    path.write_text('name = "club"\n[start]\n13 = 5\n8 = 3\n6 = 5\n', encoding="utf-8")
    result = run("check", match, "--rules", str(path), "--fail-on", "error")
    assert "BG301" in result.stdout
    assert "BG301" not in run("check", match, "--rules", str(path), "--set", "start=standard").stdout


def test_unusual_rules_are_told_once(match: str, tmp_path: Path) -> None:
    """On standard error, not once a file; what only the length of a record makes unusual is a finding."""
    other = tmp_path / "other.mat"
    other.write_text(MATCH, encoding="utf-8")
    result = run("check", match, str(other), "--set", "gammon=3", "--set", "backgammon=2")
    assert result.stderr == "bganalyze: note: unusual rules: gammon=3 is more than backgammon=2\n"
    assert "BG606" not in result.stdout
    result = run("check", match, "--set", "jacoby=on")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "BG606 note: unusual: jacoby=on in a match" in result.stdout


# ---- pages -------------------------------------------------------------------------------------------------


def test_list_rules() -> None:
    """All presets, one a line."""
    lines = run("list", "rules").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(PRESETS)


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else "unlimited" if value == UNLIMITED else str(value)


@pytest.mark.parametrize("name", PRESETS)
def test_page_of_a_preset(name: str) -> None:
    """Every field that differs from backgammon with its value, no other, and the sections in their order."""
    text = run("explain", name).stdout
    assert text.startswith(f"# {name}\n")
    rules, plain = preset(name), Rules()
    different = {
        f"* `{f.name.replace('_', '-')}={_words(getattr(rules, f.name))}`"
        for f in fields(Rules)
        if f.name not in ("name", "money") and getattr(rules, f.name) != getattr(plain, f.name)
    }
    assert {line.partition(":")[0] for line in text.splitlines() if line.startswith("* `")} == different
    assert ("unlimited session" in text) == rules.money
    sections = [line for line in text.splitlines() if line.startswith("## ")]
    assert sections == ["## Play", "## Score", "## What is checked", "## Example header"]


@pytest.mark.parametrize("name", PRESETS)
def test_example_header_of_a_preset(name: str) -> None:
    """A record with this header is played by the preset, and nothing is said about its rules."""
    header = page(name).partition("```mat\n")[2].partition("```")[0]
    (match,) = mat.read(header).matches
    ruling = rules_of(match, RuleOptions())
    assert (ruling.rules, ruling.remarks) == (preset(name), [])


def test_examples_of_the_other_pages() -> None:
    """Headers are understood, and so is the rule file."""
    headers = page("tags").split("```mat\n")[1:]
    assert len(headers) == 2
    found = []
    for header in headers:
        (match,) = mat.read(header.partition("```")[0]).matches
        ruling = rules_of(match, RuleOptions())
        assert ruling.remarks == []
        found.append(ruling.rules)
    assert (found[0].games, found[0].cube_limit, found[0].head_limit) == (5, 64, 1)
    assert (found[1].bankrolls, found[1].stake, found[1].jacoby) == ((100, 50), 5, True)
    example = page("rules").partition("```toml\n")[2].partition("```")[0]
    rules = parse_rule_file(example.encode(), "club.toml")
    assert (rules.jacoby, rules.beavers, rules.start) == (False, 1, "24:2 13:5 8:4 6:4")


def test_page_of_the_fields() -> None:
    """A row for every field with every word that it can be set to; the tags likewise."""
    for subject in ("rules", "tags"):
        text = run("explain", subject).stdout
        rows = [line for line in text.splitlines() if line.startswith("| `")]
        names = [f.name for f in fields(Rules) if f.name not in ("name", "money")]
        assert len(rows) == len(names)
        for name, row in zip(names, rows, strict=True):
            assert f"`{name.replace('_', '-')}`" in row
            assert all(f"`{word}`" in row for word in CHOICES.get(name, ()))


def test_no_page_is_left_over() -> None:
    """Each file is the page of something."""
    folder = Path(__file__).parents[2] / "bganalyze/rules/pages"
    assert {path.stem for path in folder.glob("*.md")} == set(SUBJECTS)


def test_what_has_no_page() -> None:
    """A usage error that says where to look."""
    result = run("explain", "nardi")
    assert result.exit_code == 2
    assert "list rules" in result.stderr


# ---- buy-in ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "amount"),
    [
        # Example 25 of the rules: smallest balance = stake x cube limit x multiplier of the highest end.
        pytest.param(("--stake", "5", "--cube-limit", "16", "--end", "mars"), 160, id="of-the-source"),
        pytest.param(("--stake", "5", "--cube-limit", "16", "--end", "oin"), 80, id="oin"),
        pytest.param(("--stake", "5", "--cube-limit", "16", "--end", "single"), 80, id="single"),
        pytest.param(("--stake", "5", "--cube-limit", "16", "--end", "gammon"), 160, id="gammon"),
        pytest.param(("--stake", "5", "--cube-limit", "16", "--end", "cox"), 240, id="cox"),
        pytest.param(("--stake", "5", "--cube-limit", "16", "--end", "backgammon"), 240, id="backgammon"),
        pytest.param(("--stake", "5", "--cube-limit", "16"), 240, id="costliest-end"),
        pytest.param(("--rules", "short-nardy-cox"), 192, id="limit-of-the-rules"),
        pytest.param(("--rules", "short-nardy-mars", "--stake", "10"), 1280, id="multipliers-of-the-rules"),
        pytest.param(("--rules", "short-nardy-oin", "--end", "mars"), 64, id="mars-that-counts-1"),
        pytest.param(("--rules", "short-nardy-cox", "--cube-limit", "4"), 12, id="option-beats-the-rules"),
        pytest.param(("--set", "stake=7", "--set", "cube-limit=2", "--end", "oin"), 14, id="set"),
        pytest.param(("--rules", "long-nardy", "--stake", "5"), 10, id="no-cube"),
        pytest.param(("--rules", "acey-deucey", "--stake", "5"), 75, id="fifteen-checkers"),
    ],
)
def test_buy_in(arguments: tuple[str, ...], amount: int) -> None:
    """The amount comes first, and is that of the JSON."""
    result = run("buy-in", *arguments)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{amount} = stake ")
    document = json.loads(run("buy-in", *arguments, "--output-format", "json").stdout)
    assert document["buy_in"] == amount
    assert document["stake"] * document["cube_limit"] * document["multiplier"] == amount


def test_buy_in_as_text_and_json() -> None:
    """With what it is made of."""
    arguments = ("buy-in", "--stake", "5", "--cube-limit", "16", "--end", "mars")
    assert run(*arguments).stdout == "160 = stake 5 x cube 16 x 2 (mars)\n"
    assert json.loads(run(*arguments, "--output-format", "json").stdout) == {
        "schema": 1,
        "rules": "backgammon",
        "stake": 5,
        "cube_limit": 16,
        "end": "mars",
        "multiplier": 2,
        "buy_in": 160,
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param((), "a cube without a limit has no buy-in", id="no-limit"),
        pytest.param(("--rules", "money"), "a cube without a limit has no buy-in", id="rules-without-a-limit"),
        pytest.param(("--cube-limit", "none"), "a cube without a limit has no buy-in", id="limit-none"),
        pytest.param(("--cube-limit", "3"), "cube-limit=3: a power of two", id="limit-3"),
        pytest.param(("--rules", "long-nardy", "--cube-limit", "4"), "needs cube=on", id="limit-of-no-cube"),
        pytest.param(("--set", "block-rule=ahead", "--cube-limit", "4"), "needs direction=same", id="contradiction"),
        pytest.param(("--stake", "0", "--cube-limit", "2"), "0", id="no-stake"),
        pytest.param(("--rules", "acey-deucey", "--end", "mars"), "payoff=checkers-left", id="end-of-checkers"),
        pytest.param(
            ("--rules", "acey-deucey", "--set", "stake-doubles-on=acey-deucey"), "stake that doubles", id="doubling"
        ),
        pytest.param(("--end", "koks", "--cube-limit", "2"), "koks", id="unknown-end"),
    ],
)
def test_buy_in_that_there_is_not(arguments: tuple[str, ...], said: str) -> None:
    """A usage error."""
    result = run("buy-in", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
