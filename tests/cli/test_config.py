"""Configuration of ``check``: which file counts, what it can say, and how its faults are told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bganalyze.cli.config import Glob, line_of
from bganalyze.pipeline import check_bytes
from bganalyze.rules.declared import RuleOptions
from bganalyze.rules.policies import Policies

CLEAN = """ 1 point match

 Game 1
 Alice : 0                      Bob : 0
  1) 31: 8/5 6/5                42: 8/4 6/4
      Wins 1 point
"""
ILLEGAL = CLEAN.replace("8/4 6/4", "8/4 6/5")
FALSE_STAR = CLEAN.replace("8/5 6/5", "8/5 6/5*")
OPENING_DOUBLE = CLEAN.replace("31: 8/5 6/5 ", "33: 8/5(2) 6/3(2)")
# Alice leaves a single checker on her 5 point, which is Bob's 20; he hits it without a star.
UNMARKED = CLEAN.replace("31: 8/5 6/5  ", "21: 13/11 6/5").replace("42: 8/4 6/4", "41: 24/20 6/5")
LOST = CLEAN.replace("8/4 6/4", "8/4 3/1")
CRAWFORD = """ 3 point match

 Game 1
 Alice : 0                      Bob : 0
  1) 31: 8/5 6/5                42: 8/4 6/4
      Wins 2 points

 Game 2
 Alice : 2                      Bob : 0
  1) 31: 8/5 6/5                 Doubles => 2
  2)  Takes                     42: 8/4 6/4
                                 Wins {points}
"""


def run(*args: str | Path, stdin: bytes = b"", cwd: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    """Run the command line."""
    command = [sys.executable, "-m", "bganalyze", *map(str, args)]
    return subprocess.run(command, capture_output=True, input=stdin, cwd=cwd, check=False, timeout=120)


def codes(*args: str | Path, cwd: Path | None = None) -> list[str]:
    """The codes that a check gives, path by path in its order."""
    done = run("check", *args, "--output-format", "jsonl", cwd=cwd)
    assert done.returncode in (0, 1), done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return [row["code"] for row in rows if "code" in row]


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A folder with a false star above and an illegal play in a folder in it."""
    (tmp_path / "club" / "finals").mkdir(parents=True)
    (tmp_path / "club" / "star.mat").write_text(FALSE_STAR)
    (tmp_path / "club" / "finals" / "illegal.mat").write_text(ILLEGAL)
    return tmp_path / "club"


# ---- which file counts --------------------------------------------------------------------------------


def test_the_nearest_file_counts_and_no_other(club: Path) -> None:
    """One further up says nothing, not even what the nearer one leaves open."""
    (club / "bganalyze.toml").write_text('ignore = ["BG311"]\n')
    assert codes(club) == ["BG303"]
    (club / "finals" / "bganalyze.toml").write_text('fail-on = "note"\n')
    assert codes(club) == ["BG303"]
    (club / "finals" / "bganalyze.toml").write_text('ignore = ["step-matches-no-die"]\n')
    assert codes(club) == []
    (club / "bganalyze.toml").unlink()
    assert codes(club) == ["BG311"]


def test_a_file_above_the_given_folder_counts(club: Path) -> None:
    """Also where the command begins further down, whatever the working directory."""
    (club / "bganalyze.toml").write_text('ignore = ["BG3"]\n')
    assert codes(club / "finals") == []
    assert codes("illegal.mat", cwd=club / "finals") == []
    assert codes(".", cwd=club / "finals") == []


def test_pyproject(club: Path) -> None:
    """Its table counts; without one it is passed over, and so is one that is broken and has nothing to do with it."""
    (club / "bganalyze.toml").write_text('ignore = ["BG3"]\n')
    shared = club / "finals" / "pyproject.toml"
    shared.write_text('[project]\nname = "x"\n')
    assert codes(club / "finals") == []
    shared.write_text("[[[ no toml\n")
    assert codes(club / "finals") == []
    shared.write_text('[tool.bganalyze]\nselect = ["BG3"]\n')
    assert codes(club / "finals") == ["BG303"]
    (club / "finals" / "bganalyze.toml").write_text('ignore = "BG303"\n')  # beats the one beside it
    assert codes(club / "finals") == []


@pytest.mark.parametrize(
    "text",
    [
        '[ tool . "bganalyze" ]\nselect = ["BG3"]\n',
        '[tool]\nbganalyze.select = ["BG3"]\n',
        'tool.bganalyze.select = ["BG3"]\n',
        'tool = {bganalyze = {select = ["BG3"]}}\n',
        "[[tool.bganalyze.per-path]]\npaths = ['*']\nselect = 'BG3'\n",
    ],
)
def test_ways_to_write_the_table(club: Path, text: str) -> None:
    """All that TOML allows for it."""
    (club / "bganalyze.toml").write_text('ignore = ["BG3"]\n')
    (club / "finals" / "pyproject.toml").write_text(f'[project]\nname = "x"\n{text}' if text[0] == "[" else text)
    assert codes(club / "finals") == ["BG303"]


def test_standard_input_has_the_one_of_the_working_directory(club: Path) -> None:
    """There is no folder of the record."""
    (club / "bganalyze.toml").write_text('ignore = ["BG3"]\n')
    assert run("check", "-", stdin=ILLEGAL.encode(), cwd=club).returncode == 0
    assert run("check", "-", stdin=ILLEGAL.encode(), cwd=club.parent).returncode == 1


def test_config_and_no_config(club: Path) -> None:
    """``--config`` is the only one then; ``--no-config`` means none."""
    (club / "bganalyze.toml").write_text('ignore = ["BG311"]\n')
    (club.parent / "other.toml").write_text('ignore = ["BG303"]\n')
    assert codes(club, "--config", club.parent / "other.toml") == ["BG311"]
    assert codes(club, "--no-config") == ["BG303", "BG311"]
    assert run("check", club, "--no-config", "--config", club / "bganalyze.toml").returncode == 2
    assert run("check", club, "--config", club / "none.toml").returncode == 2
    (club / "pyproject.toml").write_text("[project]\n")
    done = run("check", club, "--config", club / "pyproject.toml")
    assert done.returncode == 2 and b"tool.bganalyze" in done.stderr


# ---- what it says -------------------------------------------------------------------------------------


def test_the_command_line_beats_it(club: Path) -> None:
    """Select, ignore, fail level, rules, settings and policies."""
    (club / "bganalyze.toml").write_text(
        'ignore = ["BG303"]\nselect = ["BG1"]\nfail-on = "note"\n[policies]\nplays-that-stood = "accept"\n'
    )
    assert codes(club / "finals", "--select", "BG3", "--ignore", "BG4", "--policy", "plays-that-stood=report") == [
        "BG303"
    ]
    assert run("check", club / "star.mat", "--select", "BG3").returncode == 1
    assert run("check", club / "star.mat", "--select", "BG3", "--fail-on", "error").returncode == 0


def test_rules_and_settings(tmp_path: Path) -> None:
    """A gammon with an unturned cube: 2 points, or 1 under the Jacoby rule."""
    (tmp_path / "a.mat").write_text(CLEAN.replace(" 1 point match", " 0 point match").replace("1 point", "2 points"))
    assert "BG509" not in codes(tmp_path, "--set", "jacoby=off")
    (tmp_path / "bganalyze.toml").write_text("[set]\njacoby = true\n")
    assert "BG509" in codes(tmp_path)
    assert "BG509" not in codes(tmp_path, "--set", "jacoby=off")
    (tmp_path / "bganalyze.toml").write_text('rules = "money"\n')  # with the Jacoby rule
    assert "BG509" in codes(tmp_path)
    (tmp_path / "bganalyze.toml").write_text('rules = "money"\nset = {jacoby = "off"}\n')
    assert "BG509" not in codes(tmp_path)
    assert "BG509" in codes(tmp_path, "--rules", "money")  # beats the rules and their settings


def test_per_path(club: Path) -> None:
    """Later tables beat earlier ones, key by key."""
    (club / "bganalyze.toml").write_text(
        """
ignore = ["BG311"]

[[per-path]]
paths = ["finals/*"]
ignore = ["BG303"]

[[per-path]]
paths = "**/illegal.*"
fail-on = "note"
"""
    )
    assert codes(club) == []
    assert codes(".", cwd=club) == []
    (club / "finals" / "star.mat").write_text(FALSE_STAR)
    done = run("check", club)
    assert (done.returncode, b"BG311" in done.stdout) == (0, True)  # a warning below the level of its file
    (club / "finals" / "star.mat").rename(club / "finals" / "illegal.txt")
    assert run("check", club).returncode == 1
    assert run("check", club, "--fail-on", "error").returncode == 0


def test_per_path_beside_the_file_that_is_named(club: Path) -> None:
    """``--config``: globs begin at the folder of that file."""
    (club.parent / "other.toml").write_text('[[per-path]]\npaths = ["club/finals"]\nignore = ["BG3"]\n')
    assert codes(club, "--config", club.parent / "other.toml") == ["BG311"]


@pytest.mark.parametrize(
    ("glob", "inside", "outside"),
    [
        ("finals/*", ["finals/a.mat", "finals/day1/a.mat"], ["a.mat", "old/finals/a.mat"]),
        ("*.mat", ["a.mat", "x/y/a.mat"], ["a.txt", "x/a.matt"]),
        ("finals", ["finals/a.mat", "x/finals/b"], ["finals2/a"]),
        ("finals/", ["finals/a.mat"], ["x.mat"]),
        ("**/a?.mat", ["ab.mat", "x/y/ab.mat"], ["a.mat", "x/abc.mat"]),
        ("x/**/y/*.txt", ["x/y/1.txt", "x/a/b/y/1.txt"], ["x/1.txt", "y/1.txt"]),
        ("x/[ab]*", ["x/a1", "x/b"], ["x/c", "y/a"]),
        ("x/[!ab]*", ["x/c1"], ["x/a"]),
        ("./x/*", ["x/a"], ["a"]),
    ],
)
def test_globs(glob: str, inside: list[str], outside: list[str]) -> None:
    """A name alone is about any folder, a path begins at the configuration, a folder means all in it."""
    made = Glob(glob)
    assert [path for path in inside if not made.matches(path.split("/"))] == []
    assert [path for path in outside if made.matches(path.split("/"))] == []


def test_globs_do_not_take_for_ever() -> None:
    """Stars upon stars over a long name."""
    assert not Glob("/".join(["**", "*a*a*a*a*a*a*a*a*b"] * 20)).matches(["a" * 200] * 40)


def test_dialect(club: Path) -> None:
    """A finding a record of another dialect; names of formats do as well; a path of its own may have another."""
    (club / "bganalyze.toml").write_text('dialect = "galaxy"\nselect = ["BG608"]\nfail-on = "warning"\n')
    assert codes(club) == ["BG608", "BG608"]
    assert run("check", club).returncode == 1
    (club / "bganalyze.toml").write_text('dialect = ["galaxy", "mat"]\nselect = ["BG608"]\n')
    assert codes(club) == []
    (club / "bganalyze.toml").write_text(
        'dialect = "galaxy"\nselect = ["BG608"]\n[[per-path]]\npaths = ["finals"]\ndialect = "jellyfish"\n'
    )
    assert codes(club) == ["BG608"]
    (club / "notes.txt").write_text("nothing\n")
    assert codes(club) == ["BG608"]  # what is no record has no dialect


def test_aliases_of_the_configuration_are_those_of_statistics(tmp_path: Path) -> None:
    """Table or file; ``stats`` joins the names without ``--aliases``."""
    (tmp_path / "a.mat").write_text(CLEAN)
    (tmp_path / "b.mat").write_text(CLEAN.replace("Alice", "Ally "))

    def names() -> str:
        done = run("stats", tmp_path, "--topic", "results", "--output-format", "csv")
        assert done.returncode == 0, done.stderr
        return done.stdout.decode()

    assert "Ally" in names()
    (tmp_path / "bganalyze.toml").write_text('[aliases]\nAlice = ["ally"]\n')
    assert "Ally" not in names()
    (tmp_path / "bganalyze.toml").write_text('aliases = "names.toml"\n')
    (tmp_path / "names.toml").write_text('[aliases]\nAlice = ["ally"]\n')
    assert "Ally" not in names()


def test_any_number_of_processes_gives_the_same(club: Path) -> None:
    """Each record takes its own configuration along."""
    for n in range(40):
        (club / "finals" / f"{n}.mat").write_text(OPENING_DOUBLE)
        (club / f"{n}.mat").write_text(OPENING_DOUBLE)
    (club / "bganalyze.toml").write_text(
        '[policies]\nopening-doubles = "accept"\n[[per-path]]\npaths = ["finals"]\npolicies = '
        '{opening-doubles = "report"}\n'
    )
    one = run("check", club, "--output-format", "json")
    two = run("check", club, "--output-format", "json", "--jobs", "2")
    assert one.stdout == two.stdout and one.returncode == two.returncode == 1
    assert json.loads(one.stdout)["summary"]["accepted"] == 40


# ---- policies -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "text", "code"),
    [
        ("plays-that-stood", ILLEGAL, "BG303"),
        ("missing-hit-marks", UNMARKED, "BG311"),
        ("opening-doubles", OPENING_DOUBLE, "BG201"),
    ],
)
def test_policies_that_accept(tmp_path: Path, policy: str, text: str, code: str) -> None:
    """Accepted findings do not fail, are counted, and are shown with ``--all``."""
    (tmp_path / "a.mat").write_text(text)
    accept = ("--policy", f"{policy}=accept")
    assert code in codes(tmp_path)
    assert code not in codes(tmp_path, *accept)
    done = run("check", tmp_path, *accept, "--fail-on", "note", "--select", code)
    assert done.returncode == 0 and done.stdout.endswith(b"0 notes; 1 accepted\n")
    assert code in codes(tmp_path, *accept, "--all")
    (tmp_path / "bganalyze.toml").write_text(f'[policies]\n{policy} = "accept"\n')
    assert code not in codes(tmp_path)
    assert code in codes(tmp_path, "--policy", f"{policy}=report")


def test_capped_points(tmp_path: Path) -> None:
    """A gammon declared with the one point that was needed."""
    text = (Path(__file__).resolve().parents[2] / "fixtures/situations/backgammon.mat").read_text()
    findings = check_bytes(text.encode()).findings
    assert all(f.code != "BG510" for f in findings)
    capped = text.replace("Wins 3 points", "Wins 1 point")
    capped = "\n".join(" 1 point match" if line.endswith("point match") else line for line in capped.split("\n"))
    found = [f for f in check_bytes(capped.encode()).findings if f.code == "BG510"]
    assert [f.suppression for f in found] == [None]
    options = RuleOptions(policies=Policies(capped_points="accept"))
    found = [f for f in check_bytes(capped.encode(), options=options).findings if f.code == "BG510"]
    assert [f.suppression for f in found] == [("policy", "capped-points")]


def test_a_play_that_cannot_be_made_does_not_stand(tmp_path: Path) -> None:
    """No checker on the 3 point: nothing stood there, and the error stays."""
    (tmp_path / "a.mat").write_text(LOST)
    assert run("check", tmp_path, "--policy", "plays-that-stood=accept").returncode == 1
    assert "BG301" in codes(tmp_path, "--policy", "plays-that-stood=accept")


def test_false_stars_are_no_missing_marks(tmp_path: Path) -> None:
    """A star where nothing is hit stays a warning."""
    (tmp_path / "a.mat").write_text(FALSE_STAR)
    assert codes(tmp_path, "--policy", "missing-hit-marks=accept") == ["BG311"]


@pytest.mark.parametrize(
    ("points", "policy", "found", "score", "shown"),
    [
        # Without a policy whichever way the written points fit: nothing more to say.
        ("1 point", "declared", ["BG402"], [2, 1], None),
        ("2 points", "declared", ["BG402"], [2, 2], None),
        # Void: the cube is 1 again, and a resignation of 2 points is a gammon.
        ("1 point", "void", ["BG402"], [2, 1], "void: 1 point, 2-1; kept: 2 points, 2-2"),
        ("2 points", "void", ["BG402"], [2, 2], "void: 2 points, 2-2; kept: 4 points, 2-4"),
        # Kept: the cube is 2, and nobody can resign 1 point.
        ("1 point", "kept", ["BG402", "BG509"], None, "void: 1 point, 2-1; kept: 2 points, 2-2"),
        ("2 points", "kept", ["BG402"], [2, 2], "void: 1 point, 2-1; kept: 2 points, 2-2"),
    ],
)
def test_doubles_in_the_crawford_game(
    tmp_path: Path, points: str, policy: str, found: list[str], score: list[int] | None, shown: str | None
) -> None:
    """Void or kept: the score both ways is said at the double, and the points go by the policy."""
    (tmp_path / "a.mat").write_text(CRAWFORD.format(points=points))
    done = run("check", tmp_path, "--policy", f"crawford-doubles={policy}", "--output-format", "json")
    document = json.loads(done.stdout)
    errors = [f for f in document["findings"] if f["severity"] == "error"]
    assert [f["code"] for f in errors] == found
    if score is not None:
        assert document["files"][0]["matches"][0]["score"] == score
    message = errors[0]["message"]
    assert message == "double in the Crawford game" if shown is None else message.endswith(shown)


# ---- faults of configurations ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("fail_on = 'note'\n", 1, "fail_on"),
        ("# x\n\nselect = ['BG3']\n\ncolour = 1\n", 5, "colour"),
        ("select = 3\n", 1, "select"),
        ("select = [3]\n", 1, "select"),
        ("select = [\n 'BG3',\n 'BG77',\n]\n", 1, "select"),
        ("fail-on = 'note'\nignore = ['no-such-name']\n", 2, "ignore"),
        ("fail-on = 'never'\n", 1, "fail-on"),
        ("fail-on = true\n", 1, "fail-on"),
        ("rules = 'tavla'\n", 1, "rules"),
        ("rules = ['money']\n", 1, "rules"),
        ("[set]\njacoby = true\njacobi = true\n", 3, "set.jacobi"),
        ("[set]\nbeavers = 1979-05-27\n", 2, "set.beavers"),
        ("set = 'jacoby=on'\n", 1, "set"),
        ("[set]\nbeavers = -1\n", 2, "set.beavers"),
        ("[policies]\n\nplays = 'accept'\n", 3, "policies.plays"),
        ("[policies]\nplays-that-stood = 'accepted'\n", 2, "policies.plays-that-stood"),
        ("[policies]\nplays-that-stood = true\n", 2, "policies.plays-that-stood"),
        ("policies = 'accept'\n", 1, "policies"),
        ("dialect = 'galaxi'\n", 1, "dialect"),
        ("dialect = 1.5\n", 1, "dialect"),
        ("per-path = 'x'\n", 1, "per-path"),
        ("per-path = ['x']\n", 1, "per-path"),
        ("x = 1\n[[per-path]]\nselect = 'BG3'\n", 1, "x"),
        ("\n[[per-path]]\nselect = 'BG3'\n", 2, "per-path"),
        ("[[per-path]]\npaths = ['a']\n[[per-path]]\npaths = ['b']\nselect = 'BG77'\n", 5, "per-path.select"),
        ("[[per-path]]\npaths = ['a']\nper-path = []\n", 3, "per-path.per-path"),
        ("[[per-path]]\npaths = ['/etc/*']\n", 2, "per-path.paths"),
        ("[[per-path]]\npaths = ['../other/*']\n", 2, "per-path.paths"),
        ("[[per-path]]\npaths = ['a/../../b']\n", 2, "per-path.paths"),
        ("[[per-path]]\npaths = ['~/x']\n", 2, "per-path.paths"),
        ("[[per-path]]\npaths = ['C:/x']\n", 2, "per-path.paths"),
        ("[[per-path]]\npaths = ['a\\b']\n", 2, "per-path.paths"),
        ("[[per-path]]\npaths = ['a/[bc']\n", 2, "per-path.paths"),
        ("[[per-path]]\npaths = ['a//b']\n", 2, "per-path.paths"),
        ("[[per-path]]\npaths = ['a**']\n", 2, "per-path.paths"),
        ("[[per-path]]\npaths = ['']\n", 2, "per-path.paths"),
        ("[[per-path]]\npaths = []\n", 2, "per-path.paths"),
        ('[[per-path]]\npaths = ["a\\u0000b"]\n', 2, "per-path.paths"),
        ("aliases = '/etc/passwd'\n", 1, "aliases"),
        ("aliases = '../names.toml'\n", 1, "aliases"),
        ("aliases = 'none.toml'\n", 1, "aliases"),
        ("aliases = 'link.toml'\n", 1, "aliases"),
        ("aliases = '.'\n", 1, "aliases"),
        ("aliases = 3\n", 1, "aliases"),
        ("[aliases]\nAlice = 'Ally'\n", 1, "aliases"),
        ("[aliases]\nAlice = ['X']\nBob = ['X']\n", 1, "aliases"),
        ("a = 1\na = 2\n", 2, ""),
        ("a = \n", 1, ""),
        ("a = [1,\n", 2, ""),
        ('"""\n', 1, ""),
        ("select = ['BG3']\r\ncolour = 1\r\n", 2, "colour"),
    ],
)
def test_faults_name_file_line_and_key(tmp_path: Path, text: str, line: int, key: str) -> None:
    """Status 2 and nothing is checked, also in ``pyproject.toml``."""
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "a.mat").write_text(CLEAN)
    (tmp_path / "names.toml").write_text('[aliases]\nAlice = ["Ally"]\n')
    (folder / "link.toml").symlink_to(tmp_path / "names.toml")
    (folder / "bganalyze.toml").write_bytes(text.encode())
    done = run("check", folder)
    said = done.stderr.decode()
    assert done.returncode == 2 and done.stdout == b"" and "Traceback" not in said
    assert f"bganalyze.toml:{line}: {key}" in said


def test_faults_in_pyproject(tmp_path: Path) -> None:
    """The line is that of the whole file."""
    (tmp_path / "a.mat").write_text(CLEAN)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\n\n[tool.bganalyze]\n\nselekt = 1\n')
    done = run("check", tmp_path)
    assert done.returncode == 2 and b"pyproject.toml:6: selekt" in done.stderr
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\n\n[tool]\nbganalyze = 3\n')
    done = run("check", tmp_path)
    assert done.returncode == 2 and b"pyproject.toml:5:" in done.stderr


def test_configurations_that_cannot_be_read(tmp_path: Path) -> None:
    """Not UTF-8, a folder, a pipe, a link that leads nowhere, too large, nested too deeply."""
    (tmp_path / "a.mat").write_text(CLEAN)
    path = tmp_path / "bganalyze.toml"
    path.write_bytes(b"# a\nrules = '\xff'\n")
    assert b"bganalyze.toml:2: not UTF-8" in run("check", tmp_path).stderr
    path.write_bytes(b"# " + b"x" * (1 << 19))
    assert (done := run("check", tmp_path)).returncode == 2 and b"bytes" in done.stderr
    path.write_bytes(b"a = " + b"[" * 100_000)
    assert (done := run("check", tmp_path)).returncode == 2 and b"Traceback" not in done.stderr
    path.unlink()
    path.mkdir()
    assert (done := run("check", tmp_path)).returncode == 2 and b"regular file" in done.stderr
    path.rmdir()
    os.mkfifo(path)
    assert (done := run("check", tmp_path)).returncode == 2 and b"regular file" in done.stderr
    path.unlink()
    path.symlink_to("nowhere")
    assert run("check", tmp_path).returncode == 2


@pytest.mark.parametrize("option", ["plays-that-stood", "plays-that-stood=maybe", "plays=accept", "=", ""])
def test_policies_that_do_not_exist(tmp_path: Path, option: str) -> None:
    """Usage errors."""
    (tmp_path / "a.mat").write_text(CLEAN)
    done = run("check", tmp_path, "--policy", option)
    assert done.returncode == 2 and b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("text", "at", "line"),
    [
        ("a = 1\nb = 2\nc = 3\n", ("b",), 2),
        ("a = [\n1,\n2,\n]\n# x\n\nb = [\n3]\n", ("b",), 7),
        ("[t]\nx = '''\ny = 1\n'''\ny = 2\n", ("t", "y"), 5),
        ("[[t]]\na = 1\n[[t]]\na = 2\n", ("t", 1), 3),
        ("[[t]]\na = 1\n[[t]]\nb = 2\na = 2\n", ("t", 1, "a"), 5),
        ("t.a = 1\nt.b = 2\n", ("t", "b"), 2),
        ('"a b" = 1\n', ("a b",), 1),
        ("x = [\n" + "1,\n" * 100 + "]\ny = 1\n", ("y",), 103),
    ],
)
def test_lines_of_keys(text: str, at: tuple[str | int, ...], line: int) -> None:
    """Counted by hand."""
    assert line_of(text, at) == line


# ---- nothing outside the folders is read --------------------------------------------------------------


def test_links_that_leave_the_folder(tmp_path: Path) -> None:
    """A record that a link in the folder leads to is not read, unless it is named; one inside is."""
    outside = tmp_path / "outside.mat"
    outside.write_text(ILLEGAL)
    (tmp_path / "notes.txt").write_text("secret\n")
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "a.mat").write_text(CLEAN)
    (folder / "in.mat").symlink_to("a.mat")
    (folder / "out.mat").symlink_to(outside)
    (folder / "out.txt").symlink_to(tmp_path / "notes.txt")
    assert codes(folder) == ["BG001"]
    assert b"leads out of the folder" in run("check", folder).stdout
    assert codes(folder / "out.mat") == ["BG303"]
    one, two = (run("check", folder, "--jobs", n).stdout for n in ("1", "2"))
    assert one == two


def test_globs_through_rings_of_links_end(tmp_path: Path) -> None:
    """Two links to their own folder: 2 to the power of 40 ways down."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.mat").write_text(ILLEGAL)
    (tmp_path / "sub" / "b.txt").write_text(CLEAN)
    (tmp_path / "one").symlink_to(".")
    (tmp_path / "two").symlink_to(".")
    assert codes(f"{tmp_path}/**/*.mat") == ["BG303"]
    assert codes("**/*.mat", cwd=tmp_path) == ["BG303"]
    assert codes("su*/**", cwd=tmp_path) == ["BG303"]
    assert codes("**/sub/**/a.*", cwd=tmp_path) == ["BG303"]
