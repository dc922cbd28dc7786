"""``bganalyze stats`` at the command line: GNU Backgammon's own text, the stored analysis, keys, faulty input."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from analysed import NAMES
from click.testing import CliRunner
from gnubg_printed import NUMBER, blocks, same

from bganalyze.analysis.catalogue import TOPICS, compute, keys_of
from bganalyze.analysis.frames import KEYS
from bganalyze.bulk import tables
from bganalyze.cli.main import cli

RECORD = """\
 3 point match

 Game 1
 {first} : 0                      {second} : 0
  1) 31: 8/5 6/5                52: 13/8 24/22
  2)  Doubles => 2               Drops
      Wins 1 point
"""


def run(*arguments: str, stdin: bytes | None = None) -> tuple[int, str, str]:
    """Exit status, standard output, standard error."""
    result = CliRunner().invoke(cli, ["stats", *arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def gnubg(*arguments: str) -> str:
    """GNU Backgammon's text of a run without fault."""
    status, output, error = run(*arguments, "--output-format", "gnubg")
    assert status == 0, error
    return output


def sgf(folder: Path, name: str) -> Path:
    """An analysed record."""
    path = folder / "analysed" / f"{name}.sgf"
    return path if path.exists() else path.with_suffix(".sgf.gz")


@pytest.mark.parametrize("name", NAMES)
def test_gnubg_text_is_what_gnubg_prints(name: str, gnubg_fixtures: Path) -> None:
    """The match, which is the default, the session of it, and each game: no line is missing, none differs."""
    printed = (gnubg_fixtures / "analysed" / f"{name}.stats.txt").read_text(encoding="utf-8")
    match, *games = blocks(printed)
    path = str(sgf(gnubg_fixtures, name))
    texts = {by: gnubg(path, "--compat", "gnubg", "--by", by) for by in ("match", "all", "game")}
    assert texts["match"] == texts["all"] == gnubg(path, "--compat", "gnubg")
    assert run(path, "--by", "game", "--output-format", "gnubg")[2] == ""  # all was analysed
    shown = blocks(texts["match"]) + blocks(texts["game"], headings=len(games) > 1)
    assert len(shown) == 1 + len(games)
    for ours, theirs in zip(shown, [match, *games], strict=True):
        assert len(ours) == len(theirs)
        assert [pair for pair in zip(ours, theirs, strict=True) if not same(*pair)] == []


def test_sessions_add_up(gnubg_fixtures: Path) -> None:
    """Money sessions of the same players are one; counts are the sums of theirs, whoever sits where."""
    path = sgf(gnubg_fixtures, "s_bots.0ply")
    one = blocks(gnubg(str(path)))[0]
    status, output, error = run(
        str(path), str(sgf(gnubg_fixtures, "s_bots.2ply")), "--by", "all", "--output-format", "gnubg"
    )
    assert (status, error) == (0, "")
    (both,) = blocks(output)
    second = blocks(gnubg(str(sgf(gnubg_fixtures, "s_bots.2ply"))))[0]

    def numbers(lines: list[str], label: str) -> list[int]:
        (line,) = (text for text in lines if text.startswith(label))
        return [int(number) for number in NUMBER.findall(line[40:])]

    for label in ("Total moves", "Unforced moves", "Total cube decisions", "Takes"):
        sums = [a + b for a, b in zip(numbers(one, label), numbers(second, label), strict=True)]
        assert numbers(both, label) == sums, label


def test_sessions_of_other_players_and_lengths_stay_apart(gnubg_fixtures: Path) -> None:
    """A match to 3, a match to 7 and a session are three sums, and that is told."""
    paths = [str(sgf(gnubg_fixtures, name)) for name in ("m03_std_3.0ply", "m07_std_1.0ply", "s_bots.0ply")]
    status, output, error = run(*paths, "--by", "all", "--output-format", "gnubg")
    assert status == 0
    assert "matches to other lengths and other players are not added up" in error
    heads = [line for line in output.split("\n") if line.startswith(("Matches to ", "Money sessions"))]
    assert heads == ["Matches to 3, Alice and Bob", "Matches to 7, North and South", "Money sessions, gnubg and gnubg2"]


def test_exchanged_seats_are_joined_by_name(gnubg_fixtures: Path, tmp_path: Path) -> None:
    """The same match with the names exchanged: each player's column holds both seats."""
    path = sgf(gnubg_fixtures, "m03_std_3.0ply")
    text = path.read_text(encoding="utf-8")
    other = tmp_path / "z.sgf"
    other.write_text(text.replace("PW[Alice]PB[Bob]", "PW[Bob]PB[Alice]"), encoding="utf-8")
    assert other.read_text(encoding="utf-8") != text
    (block,) = blocks(gnubg(str(path), str(other), "--by", "all"))
    moves = next(line for line in block if line.startswith("Total moves"))
    assert NUMBER.findall(moves) == ["117", "117"]
    result = next(line for line in block if line.startswith("Actual result"))
    assert NUMBER.findall(result) == ["+0.00", "-0.00"] or NUMBER.findall(result) == ["-0.00", "+0.00"]


def test_without_compat_the_known_faults_are_put_right(gnubg_fixtures: Path) -> None:
    """The interval is around the mean of 8/6, not around the total of 8; Snowie's rate has its cost."""
    path = str(sgf(gnubg_fixtures, "s_bots.0ply"))
    theirs, ours = gnubg(path, "--compat", "gnubg"), gnubg(path)
    for text, centre in ((theirs, 8), (ours, 8 / 6)):
        interval = re.search(r"^95% confidence interval \(ppg\) +\[ *([-0-9.]+), *([-0-9.]+)\]", text, re.M)
        assert interval is not None
        assert (float(interval[1]) + float(interval[2])) / 2 == pytest.approx(centre, abs=0.001)
    lines = zip(ours.split("\n"), theirs.split("\n"), strict=True)
    assert {a[:40].strip() for a, b in lines if a != b} <= {"95% confidence interval (ppg)", "Snowie error rate"}
    assert "these are put right" in " ".join(CliRunner().invoke(cli, ["stats", "--help"]).stdout.split())


def test_gnubg_text_export_by_the_same_path(gnubg_fixtures: Path) -> None:
    """One file a game; all of them are the match. What the export holds is the same as what SGF holds."""
    folder = gnubg_fixtures / "analysed"
    paths = [str(folder / "m03_std_3.0ply.txt"), *map(str, sorted(folder.glob("m03_std_3.0ply_0*.txt")))]
    status, output, error = run(*paths, "--by", "all", "--output-format", "gnubg", "--compat", "gnubg")
    assert status == 0
    assert "neither made nor close" in error
    (ours,) = blocks(output)
    theirs = blocks((folder / "m03_std_3.0ply.stats.txt").read_text(encoding="utf-8"))[0]
    assert [line[:40] for line in ours] == [line[:40] for line in theirs]
    for label in ("Total moves", "Unforced moves", "Doubles", "Takes", "Passes", "Rolls marked lucky", "Actual result"):
        mine, printed = (next(line for line in lines if line.startswith(label)) for lines in (ours, theirs))
        assert mine == printed


@pytest.mark.parametrize("by", ["match", "game", "all"])
def test_gnubg_text_without_an_analysis(by: str, tmp_path: Path) -> None:
    """Only what is known, and a word on standard error: no rating, no zeros."""
    path = tmp_path / "a.mat"
    path.write_text(RECORD.format(first="Alice", second="Bob"))
    status, output, error = run(str(path), "--output-format", "gnubg", "--by", by)
    assert status == 0
    assert "no analysis is stored" in error
    assert [line.split() for line in output.split("\n") if line.strip()] == [
        ["Player", "Alice", "Bob"], ["Chequerplay", "statistics"], ["Total", "moves", "1", "1"],
    ]  # fmt: skip
    status, output, error = run(str(path), "--output-format", "gnubg", "--compat", "gnubg")
    assert "Supernatural" in output or "n/a" in output  # to the letter
    assert "the zeros are GNU Backgammon's" in error


def test_gnubg_text_of_one_player_analysed(gnubg_fixtures: Path, tmp_path: Path) -> None:
    """Where the plays of one player carry no analysis his column says n/a, not zero."""
    text = sgf(gnubg_fixtures, "m03_std_3.0ply").read_text(encoding="utf-8")
    path = tmp_path / "half.sgf"
    # Black's nodes lose their analysis: candidates, cube, luck.
    path.write_text(re.sub(r"(;B\[[^\]]*\])[^;)]*", r"\1", text), encoding="utf-8")
    status, output, error = run(str(path), "--output-format", "gnubg")
    assert status == 0
    assert "plays are not analysed" in error
    rows = {line[:40].strip(): line[40:].split() for line in output.split("\n") if line.strip()}
    assert rows["Chequerplay rating"][-1] == "n/a"
    assert rows["Unforced moves"][-1] == "n/a"
    assert rows["Rolls marked lucky"][-1] == "n/a"
    assert rows["Luck rating"][-1] == "n/a"
    assert rows["Error based abs. FIBS rating"][-1] == "n/a"
    assert rows["Total moves"] == ["59", "58"]


def test_gnubg_text_from_standard_input_with_jobs_and_aliases(gnubg_fixtures: Path, tmp_path: Path) -> None:
    """Standard input is "-"; the output does not depend on the number of processes; aliases are names."""
    path = sgf(gnubg_fixtures, "m03_std_3.0ply")
    status, output, _ = run("-", "--output-format", "gnubg", stdin=path.read_bytes())
    assert status == 0
    assert output == gnubg(str(path))
    paths = [str(path), str(sgf(gnubg_fixtures, "s_bots.0ply"))]
    assert gnubg(*paths, "--by", "game") == gnubg(*paths, "--by", "game", "--jobs", "2")
    names = tmp_path / "names.toml"
    names.write_text('[aliases]\n"Alice Smith" = ["alice"]\n')
    assert gnubg(str(path), "--aliases", str(names)).startswith("Player" + " " * 35 + "Alice Smith")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--compat", "gnubg"], "--compat gnubg needs"),
        (["--compat", "gnubg", "--topic", "results"], "--compat gnubg needs"),
        (["--compat", "gnubg", "--topic", "errors", "--engine", "none"], "--compat gnubg needs"),
        (["--output-format", "gnubg", "--by", "player"], "is --by match, game or all"),
        (["--output-format", "gnubg", "--by", "match,player"], "is --by match, game or all"),
        (["--output-format", "gnubg", "--topic", "errors"], "--topic says nothing"),
        (["--output-format", "gnubg", "--engine", "none"], "--engine none says nothing"),
        (["--output-format", "gnubg", "--min-games", "2"], "--min-games says nothing"),
        (["--output-format", "gnubg", "--n-plays"], "--n-plays says nothing"),
        (["--topic", "results", "--by", "phase"], "results cannot be divided by phase"),
        (["--topic", "luck", "--by", "first"], "luck cannot be divided by first"),
        (["--by", "phase,opening"], "cannot be divided by phase, opening"),
        (["--engine", "none", "--by", "cube"], "cannot be divided by cube"),
        (["--by", "weather"], "weather: give each of these once"),
        (["--topic", "luck", "--engine", "none"], "--topic luck needs --engine stored"),
        (["--jobs", "0"], "--jobs"),
    ],
)
def test_usage_errors(arguments: list[str], message: str, tmp_path: Path) -> None:
    """Status 2, what is wrong, and nothing on standard output."""
    path = tmp_path / "a.mat"
    path.write_text(RECORD.format(first="Alice", second="Bob"))
    status, output, error = run(str(path), *arguments)
    assert (status, output) == (2, "")
    assert message in error


def test_compat_of_errors(gnubg_fixtures: Path) -> None:
    """Cube decisions before a roll whose play is not there count, but not for GNU Backgammon."""
    path = str(sgf(gnubg_fixtures, "m01_std_resign.0ply"))
    found = {}
    for compat in ([], ["--compat", "gnubg"]):
        status, output, _ = run(path, "--topic", "errors", "--output-format", "json", *compat)
        assert status == 0
        found[bool(compat)] = json.loads(output)["topics"]["errors"]
    frames = tables(path)
    for compat_, rows in found.items():
        expected = compute("errors", frames, "player", compat=compat_)
        assert [row["cubes"] for row in rows] == expected["cubes"].tolist()
        assert [row["gnu_rate"] for row in rows] == pytest.approx(expected["gnu_rate"].tolist())


# ---- the stored analysis --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["m03_std_3.0ply", "m07_bots.0ply", "s_bots.0ply", "m11_std_2.0ply"])
def test_json_holds_what_gnubg_prints(name: str, gnubg_fixtures: Path) -> None:
    """Costs, rates, luck, results and ratings of both players, against the printed match."""
    lines = blocks((gnubg_fixtures / "analysed" / f"{name}.stats.txt").read_text(encoding="utf-8"))[0]
    status, output, _ = run(
        str(sgf(gnubg_fixtures, name)), "--by", "seat", "--output-format", "json",
        "--topic", "errors", "--topic", "luck", "--topic", "ratings", "--compat", "gnubg",
    )  # fmt: skip
    assert status == 0
    topics = json.loads(output)["topics"]
    unit = "mwc" if name.startswith("m") else "points"
    percent = 100 if unit == "mwc" else 1
    label = "MWC" if unit == "mwc" else "Points"
    total, rate, luck = f"Error total EMG ({label})", f"Error rate mEMG ({label})", f"Luck total EMG ({label})"
    # Label, which of equal lines, topic, what stands there and in the bracket, sign.
    checks: list[tuple[str, int, str, str, str | None, float]] = [
        (total, 0, "errors", "error_chequer", f"chequer_{unit}", -1),
        (total, 1, "errors", "error_cube", f"cube_{unit}", -1),
        (total, 2, "errors", "error", f"error_{unit}", -1),
        (rate, 0, "errors", "gnu_chequer_rate", None, -1),
        (rate, 1, "errors", "gnu_cube_rate", None, -1),
        (rate, 2, "errors", "gnu_rate", None, -1),
        ("Snowie error rate", 0, "errors", "snowie_rate", None, -1),
        (luck, 0, "luck", "luck", f"luck_{unit}", 1),
        ("Actual result", 0, "luck", f"result_{unit}", None, percent),
        ("Luck adjusted result", 0, "luck", f"adjusted_{unit}", None, percent),
    ]
    if unit == "mwc":
        checks += [
            ("Error based abs. FIBS rating", 0, "ratings", "fibs_rating", None, 1),
            ("Chequerplay errors rating loss", 0, "ratings", "fibs_loss_chequer", None, 1),
        ]
    for text, which, topic, column, cost, sign in checks:
        line = [one for one in lines if one.startswith(text)][which]
        printed = NUMBER.findall(line[40:])
        step = 1 if cost is None and "total" not in text and "rate" not in text else 2
        for seat in (0, 1):
            row = topics[topic][seat]
            assert row["seat"] == seat
            unit_of_last = 10.0 ** -len(printed[seat * step].partition(".")[2])
            assert sign * row[column] == pytest.approx(float(printed[seat * step]), abs=0.55 * unit_of_last), text
            if cost is not None:
                shown = float(printed[seat * step + 1])
                assert sign * percent * row[cost] == pytest.approx(shown, abs=0.00055), text
    words = [line[40:].rstrip() for line in lines if line.startswith(("Chequerplay rating", "Overall rating"))]
    for line, column in zip(words, ("rating_chequer", "rating"), strict=True):
        assert re.split(r"\s{2,}", line.strip()) == [row[column] for row in topics["ratings"]]


def test_luck_without_an_end_is_left_out_and_told(gnubg_fixtures: Path, tmp_path: Path) -> None:
    """A luck of minus infinity is in no sum; the count and a note say so."""
    text = sgf(gnubg_fixtures, "m03_std_3.0ply").read_text(encoding="utf-8")
    path = tmp_path / "inf.sgf"
    path.write_text(re.sub(r"LU\[[^\]]*\]", "LU[-inf]", text, count=1), encoding="utf-8")
    status, output, error = run(str(path), "--topic", "luck", "--output-format", "json", "--by", "all")
    assert status == 0
    row = json.loads(output)["topics"]["luck"][0]
    assert (row["rolls_with_luck"], row["luck_missing"]) == (116, 1)
    assert "1 of 117 rolls have no finite luck and are left out of it" in json.loads(output)["notes"][0]
    status, output, error = run(str(path), "--topic", "luck")
    assert "no finite luck" in error


def test_mixed_depths_are_told(gnubg_fixtures: Path) -> None:
    """0-ply and 2-ply in one rate: a note on standard error; apart by engine there is nothing to tell."""
    paths = [str(sgf(gnubg_fixtures, name)) for name in ("m07_bots.0ply", "m07_bots.2ply")]
    _, output, error = run(*paths, "--topic", "errors")
    assert "mix depths of analysis" in error
    assert "(gnubg 0-ply, gnubg 2-ply)" in error
    status, output, error = run(*paths, "--topic", "errors", "--by", "engine", "--output-format", "csv")
    assert status == 0
    assert "mix depths" not in error
    rows = list(csv.DictReader(io.StringIO(output)))
    assert [row["engine"] for row in rows] == ["gnubg 0-ply", "gnubg 2-ply", ""]
    assert float(rows[0]["gnu_rate"]) != float(rows[1]["gnu_rate"])


@pytest.mark.parametrize("key", ["phase", "score", "cube", "engine"])
@pytest.mark.parametrize("form", ["text", "json", "csv", "markdown", "html"])
def test_keys_of_the_stored_analysis(key: str, form: str, gnubg_fixtures: Path) -> None:
    """What they cannot divide is left out with a note; the parts add up."""
    path = str(sgf(gnubg_fixtures, "m03_std_3.0ply"))
    status, output, error = run(path, "--by", key, "--output-format", form)
    assert status == 0
    note = f"left out, since they cannot be divided by {key}: results, cube, length, play, dice, runs"
    assert note in (output if form == "json" else error)
    if form == "json":
        topics = json.loads(output)["topics"]
        assert list(topics) == ["errors", "luck", "ratings"]
        assert sum(row["plays"] for row in topics["errors"]) == 117
        assert sum(row["rolls_with_luck"] for row in topics["luck"]) == 117
    if form == "csv":
        assert sum(int(row["errors.plays"]) for row in csv.DictReader(io.StringIO(output))) == 117


def test_phases_in_their_order_and_minimum_of_games(gnubg_fixtures: Path) -> None:
    """As a game goes; phases that two games reached only go with --min-games 3."""
    path = str(sgf(gnubg_fixtures, "m03_std_3.0ply"))
    kept = {}
    for many in ("0", "3"):
        _, output, _ = run(path, "--by", "phase", "--output-format", "json", "--min-games", many)
        kept[many] = [row["phase"] for row in json.loads(output)["topics"]["errors"]]
    assert kept["0"] == [name for name in ("opening", "contact", "race", "bear-off") if name in kept["0"]]
    assert kept["3"] == ["opening", "contact"]
    status, _, error = run(path, "--by", "phase", "--min-games", "4")
    assert (status, error) == (2, "bganalyze: no group has 4 games, so there are no statistics\n")


def test_trends_by_month(gnubg_fixtures: Path, tmp_path: Path) -> None:
    """month divides errors as it is: the event and the round stay keys of their own beside it."""
    text = sgf(gnubg_fixtures, "m03_std_3.0ply").read_text(encoding="utf-8")
    for month in ("01", "02"):
        dated = re.sub(r"DT\[[^\]]*\]", "", text).replace(
            "PW[Alice]", f"DT[2024-{month}-03]EV[Cup]RO[{month}]PW[Alice]"
        )
        (tmp_path / f"{month}.sgf").write_text(dated, encoding="utf-8")
    status, output, error = run(
        str(tmp_path), "--by", "event,round,month,all,player", "--topic", "errors", "--output-format", "csv"
    )
    assert status == 0, error
    rows = list(csv.DictReader(io.StringIO(output)))
    assert [[row[key] for key in ("event", "round", "month", "all", "player")] for row in rows] == [
        ["Cup", month, f"2024-{month}", "all", name] for month in ("01", "02") for name in ("Alice", "Bob")
    ]


def test_which_topics_a_key_divides() -> None:
    """The one list: every key has a meaning and divides something; month and all divide everything."""
    for key, told in KEYS.items():
        assert told.meaning.endswith(".")
        assert any(key in keys_of(topic) for topic in TOPICS), key
    for topic, what in TOPICS.items():
        assert {"all", "month", "player", "match", "game"} <= {*keys_of(topic)}
        assert ("phase" in keys_of(topic)) == what.engine
        assert ("opening" in keys_of(topic)) != what.engine


def test_money_has_one_key_in_all_topics(gnubg_fixtures: Path) -> None:
    """By length a session is one row of the csv, and --min-games keeps it."""
    path = str(sgf(gnubg_fixtures, "s_bots.0ply"))
    status, output, _ = run(path, "--by", "length", "--output-format", "csv", "--min-games", "1")
    assert status == 0
    (row,) = csv.DictReader(io.StringIO(output))
    assert (row["length"], row["results.games"], row["errors.plays"]) == (
        "", "6", "192"
    )  # fmt: skip


def test_text_shows_no_line_that_nobody_has(gnubg_fixtures: Path) -> None:
    """Points of sessions are no line of matches; csv and json have all columns."""
    path = str(sgf(gnubg_fixtures, "m03_std_3.0ply"))
    for form in ("text", "markdown", "html"):
        _, output, _ = run(path, "--topic", "luck", "--output-format", form)
        assert "luck, MWC" in output
        assert "luck, points" not in output
    _, output, _ = run(path, "--topic", "luck", "--output-format", "csv")
    assert "luck_points" in output.split("\n")[0]


# ---- reading --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["json", "csv"])
def test_processes_do_not_change_the_output(form: str, gnubg_fixtures: Path) -> None:
    """One process and two write the same."""
    paths = [str(sgf(gnubg_fixtures, name)) for name in ("m03_std_3.0ply", "s_bots.0ply", "m05_utf8.0ply")]
    assert run(*paths, "--output-format", form) == run(*paths, "--output-format", form, "--jobs", "2")


def test_standard_input_is_a_dash(gnubg_fixtures: Path) -> None:
    """Also packed, also next to files."""
    data = sgf(gnubg_fixtures, "m03_std_3.0ply").read_bytes()
    for stdin in (data, gzip.compress(data)):
        status, output, _ = run(
            "-", str(sgf(gnubg_fixtures, "s_bots.0ply")), "--by", "match", "--topic", "errors",
            "--output-format", "json", stdin=stdin,
        )  # fmt: skip
        assert status == 0
        rows = json.loads(output)["topics"]["errors"]
        assert [(row["path"], row["player"]) for row in rows][:2] == [("-", "Alice"), ("-", "Bob")]


def test_no_bar_where_there_is_no_terminal(gnubg_fixtures: Path) -> None:
    """Standard error of a pipe holds notes only."""
    arguments = ["stats", str(sgf(gnubg_fixtures, "m03_std_3.0ply")), "--topic", "errors"]
    done = subprocess.run([sys.executable, "-m", "bganalyze", *arguments], capture_output=True, check=True, text=True)
    assert all(line.startswith("note: ") for line in done.stderr.splitlines())


@pytest.mark.parametrize("form", ["text", "gnubg"])
def test_nothing_to_count(form: str, tmp_path: Path) -> None:
    """No path, no record: status 2 and a sentence."""
    status, output, error = run(str(tmp_path / "none"), "--output-format", form)
    assert (status, output) == (2, "")
    assert error.endswith("no path matched anything\n")
    empty = tmp_path / "empty.mat"
    empty.write_text("nothing\n")
    status, output, error = run(str(empty), "--output-format", form)
    assert (status, output) == (2, "")
    assert (
        error
        == f"bganalyze: {empty}: no match could be read\nbganalyze: no game was found, so there are no statistics\n"
    )


def test_an_unreadable_file_does_not_stop_the_others(gnubg_fixtures: Path, tmp_path: Path) -> None:
    """It is named on standard error."""
    empty = tmp_path / "empty.mat"
    empty.write_text("nothing\n")
    for form in ("text", "gnubg"):
        status, output, error = run(str(empty), str(sgf(gnubg_fixtures, "m03_std_3.0ply")), "--output-format", form)
        assert status == 0
        assert "Alice" in output
        assert f"{empty}: no match could be read" in error


def test_hostile_and_equal_names(tmp_path: Path) -> None:
    """No escape sequence of a name reaches the terminal; two players of one name keep their columns."""
    path = tmp_path / "a.mat"
    path.write_text(RECORD.format(first="A\x1b[31m<b>", second="=1+1"))
    for form in ("gnubg", "text", "markdown", "html", "csv"):
        status, output, _ = run(str(path), "--output-format", form)
        assert status == 0
        assert "\x1b" not in output or form == "csv"
        assert "<b>" not in output or form in ("gnubg", "text", "csv")
    path.write_text(RECORD.format(first="Same", second="Same"))
    for by in ("match", "all"):
        assert gnubg(str(path), "--by", by).split("\n")[0].split() == ["Player", "Same", "Same"]
    _, output, _ = run(str(path), "--topic", "errors", "--output-format", "json")
    assert [row["player"] for row in json.loads(output)["topics"]["errors"]] == ["Same (player 0)", "Same (player 1)"]


def test_alias_file_errors(tmp_path: Path) -> None:
    """Whatever the format: status 2 with the line."""
    path, names = tmp_path / "a.mat", tmp_path / "names.toml"
    path.write_text(RECORD.format(first="Alice", second="Bob"))
    names.write_text("[aliases]\nA = 1\n")
    for form in ("text", "gnubg"):
        status, output, error = run(str(path), "--aliases", str(names), "--output-format", form)
        assert (status, output) == (2, "")
        assert "line 2: 'A' needs a list of names in quotes" in error


def test_damaged_records(gnubg_fixtures: Path) -> None:
    """Nothing that is broken breaks the text, however it is cut."""
    for by in ("match", "game", "all"):
        status, output, _ = run(str(gnubg_fixtures / "bad"), "--output-format", "gnubg", "--by", by)
        assert status == 0
        assert "Total moves" in output


def test_the_page_of_the_rates() -> None:
    """``explain rates`` shows it, all programs in one table."""
    result = CliRunner().invoke(cli, ["explain", "rates"])
    assert result.exit_code == 0
    table = [line for line in result.stdout.split("\n") if line.startswith("| ") and "1000 x E" in line]
    assert [line.split("|")[1].split(",")[0].strip() for line in table] == ["GNU Backgammon", "Snowie", "OpenGammon"]
    assert "(own moves)" in table[-1]
