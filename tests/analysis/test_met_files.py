"""Match equity tables in GNU Backgammon's XML: those it installs, what it prints of them, and hostile files."""

from __future__ import annotations

import csv
import json
import re
import sys
from pathlib import Path

import pytest

from bganalyze.analysis.met import MAX_MET_BYTES, MatchEquityTable, MetError, Stake, kazaross_xg2, read_met

sys.path.append(str(Path(__file__).resolve().parent.parent))
import gnubg_program

PLACES = ("/usr/share/gnubg/met", "/usr/lib/gnubg/met", "/usr/local/share/gnubg/met")
FORMULAS = ("mec", "zadeh")


@pytest.fixture(scope="module")
def folder() -> Path:
    """Where GNU Backgammon's tables are."""
    for place in map(Path, PLACES):
        if place.is_dir():
            return place
    pytest.skip("GNU Backgammon's match equity tables are not installed")


def written(pre: str, post: str, length: str = "2", head: str = "") -> bytes:
    """A file."""
    return (
        f'<?xml version="1.0"?>{head}<met><info><name>Mine</name><description>x</description><length>{length}</length>'
        f'</info><pre-crawford-table type="explicit">{pre}</pre-crawford-table>{post}</met>'
    ).encode()


def row(*chances: object) -> str:
    """One row."""
    return "<row>" + "".join(f"<me> {c}\n</me>" for c in chances) + "</row>"


PRE = row(0.5, 0.7) + row(0.3, 0.5)
POST = f'<post-crawford-table type="explicit" player="both">{row(0.5, 0.48)}</post-crawford-table>'


def test_a_small_table() -> None:
    """Two points, symmetric: the seats do not matter."""
    table = read_met(written(PRE, POST))
    assert (table.name, table.longest, table.lopsided, table.post_1) == ("Mine", 2, False, None)
    assert (table.away(1, 2), table.away(2, 1), table.away(2, 1, post_crawford=True)) == (0.7, 0.3, 0.48)
    assert table.away(1, 2, post_crawford=True) == 0.52
    with pytest.raises(ValueError, match="2 points away"):
        table.away(3, 1)


def test_a_short_vector_behind_the_crawford_game() -> None:
    """One entry less is enough: a trailer then has a point. Asking for more says so."""
    table = read_met(written(PRE, POST.replace("<me> 0.48\n</me>", "")))
    assert table.away(1, 1, post_crawford=True) == 0.5
    with pytest.raises(ValueError, match="behind the Crawford game"):
        table.away(2, 1, post_crawford=True)


def test_a_stronger_player() -> None:
    """Player 0 has 51 % at even scores; the other always has the rest."""
    post = "".join(
        f'<post-crawford-table type="explicit" player="{seat}">{values}</post-crawford-table>'
        for seat, values in ((1, row(0.49, 0.46)), (0, row(0.51, 0.5)))
    )
    table = read_met(written(row(0.51, 0.71) + row(0.32, 0.52), post))
    assert table.lopsided
    assert table.chance((0, 0), 2, 0) == 0.52 and table.chance((0, 0), 2, 1) == pytest.approx(0.48)
    assert table.chance((1, 0), 2, 0) == 0.71 and table.chance((1, 0), 2, 1) == pytest.approx(0.29)
    assert table.chance((0, 1), 2, 1) == pytest.approx(0.68)
    assert table.away(2, 1, post_crawford=True) == 0.5
    assert table.away(1, 2, post_crawford=True) == pytest.approx(0.54)
    assert table.away(2, 1, post_crawford=True, seat=1) == pytest.approx(0.46)
    assert table.away(1, 2, post_crawford=True, seat=1) == pytest.approx(0.5)
    assert table.away(1, 1, post_crawford=True) == pytest.approx(0.51)
    assert table.away(1, 1, post_crawford=True, seat=1) == pytest.approx(0.49)


LAUGHS = "".join(f'<!ENTITY l{n + 1} "{f"&l{n};" * 10}">' for n in range(9))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not XML"),
        (b"\x00\x01\x02", "not XML"),
        (b"<met>", "not XML"),
        (b"<met/>", "no pre-crawford-table"),
        (b"<html/>", "no match equity table"),
        (written(PRE, ""), "no post-crawford-table"),
        (written(PRE, POST, "3"), "length 3 is stated"),
        (written(row(0.5, 0.7), POST, ""), "needs 1 chances"),
        (written("", POST, ""), "1 to 255 rows"),
        (written(row(0.5, 1.7) + row(0.3, 0.5), POST), "'1.7' is no chance"),
        (written(row(0.5, "nan") + row(0.3, 0.5), POST), "'nan' is no chance"),
        (written(row(0.5, "inf") + row(0.3, 0.5), POST), "'inf' is no chance"),
        (written(row(0.5, "") + row(0.3, 0.5), POST), "'' is no chance"),
        (written(PRE, POST.replace("both", "2")), "player 0, 1 or both"),
        (written(PRE, POST.replace("both", "1")), "for both players"),
        (written(PRE, POST.replace('"explicit"', '"mec"')), "is a formula"),
        (written(PRE, POST, head='<!DOCTYPE met [<!ENTITY a "b">]>'), "refused"),
        (written(PRE, POST.replace("0.48", "&l9;"), head=f'<!DOCTYPE met [<!ENTITY l0 "1">{LAUGHS}]>'), "refused"),
        (
            written(PRE, POST.replace("0.48", "&x;"), head='<!DOCTYPE met [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
            "refused",
        ),
        (written(PRE, POST, head='<!DOCTYPE met [<!ENTITY % x SYSTEM "http://127.0.0.1:9/x">%x;]>'), "refused"),
        (written(PRE, POST.replace("0.48", "&x;"), head='<!DOCTYPE met SYSTEM "met.dtd">'), "refused"),
        (written(PRE, POST.replace("0.48", "&x;")), "not XML"),
        (b"<met>" + b"<a>" * 5000 + b"</a>" * 5000 + b"</met>", "too deep"),
        (b"<met>" + b" " * MAX_MET_BYTES + b"</met>", "larger than"),
        (b'<?xml version="1.0" encoding="no-such"?><met/>', "not XML"),
        (written(row(*[0.5] * 256) * 256, POST, ""), "rows"),
    ],
)
def test_files_that_cannot_be_used(data: bytes, reason: str) -> None:
    """Each is refused with its reason, at once."""
    with pytest.raises(MetError, match=re.escape(reason)):
        read_met(data)


def test_a_document_type_that_is_only_named() -> None:
    """GNU Backgammon's files name one; nothing is fetched."""
    head = '<!DOCTYPE met PUBLIC "-//GNU Backgammon//DTD Match Equity Tables//EN" "http://127.0.0.1:9/met.dtd">'
    assert read_met(written(PRE, POST, head=head)).longest == 2


def test_every_installed_table(folder: Path) -> None:
    """All that are written out are read, and favour who is nearer."""
    names = set()
    for path in sorted(folder.glob("*.xml")):
        data = path.read_bytes()
        if b"<met>" not in data:
            continue
        if path.stem in FORMULAS:
            with pytest.raises(MetError, match="formula"):
                read_met(data)
            continue
        table = read_met(data)
        names.add(table.name)
        assert table.longest in (15, 25)
        for a in range(1, table.longest + 1):
            assert table.away(a, a) == pytest.approx(0.5, abs=0.15)
            assert table.away(1, a) > 0.49
            assert a == table.longest or table.away(a, 1, post_crawford=True) < 0.53
    assert len(names) >= 9


def test_the_shipped_table_is_that_of_the_file(folder: Path) -> None:
    """Kazaross-XG2 up to where the file ends."""
    table, ours = read_met((folder / "Kazaross-XG2.xml").read_bytes()), kazaross_xg2()
    for a in range(1, 26):
        for b in range(1, 26):
            for behind in (False, True) if max(a, b) < 25 else (False,):
                assert table.away(a, b, post_crawford=behind) == pytest.approx(
                    ours.away(a, b, post_crawford=behind), abs=1e-6
                )


def table_at_one(table: MatchEquityTable, seat: int) -> float:
    """Both players one point away behind the Crawford game."""
    return table.away(1, 1, post_crawford=True, seat=seat)


def test_tables_as_gnubg_shows_them(folder: Path, tmp_path: Path) -> None:
    """Every chance up to 15 points, both vectors, and the gammon values at a score with cubes of 1 and 2."""
    names = [path.stem for path in sorted(folder.glob("*.xml")) if path.stem not in (*FORMULAS, "catalog")]
    commands = ["set automatic game off", "set confirm new off", "new match 7"]
    for name in names:
        commands += [
            f'set matchequitytable "{folder / name}.xml"', "set score 2 4", "set cube value 1", "show gammonvalues",
            "set cube value 2", "show gammonvalues", "show matchequitytable 15",
        ]  # fmt: skip
    printed = gnubg_program.run(commands, tmp_path)
    blocks = printed.split("GNU Backgammon will now use the ")[1:]
    assert len(blocks) == len(names)
    compared = 0
    for name, block in zip(names, blocks, strict=True):
        table = read_met((folder / f"{name}.xml").read_bytes())
        rows = re.findall(r"^ +(\d+)-away ((?: +\d+\.\d+)+) *$", block, re.M)
        shown = [(int(a), [float(x) for x in values.split()]) for a, values in rows]
        assert len(shown) == 17
        for at, (a, values) in enumerate(shown):
            for b, value in enumerate(values, 1):
                if at < 15:
                    ours = table.away(a, b)
                elif b == table.longest:  # no trailer is as far away; GNU Backgammon puts something else there
                    continue
                else:  # at one point away each vector holds the chance of its own player
                    ours = table.away(b, 1, post_crawford=True, seat=at - 15) if b > 1 else table_at_one(table, at - 15)
                assert 100 * ours == pytest.approx(value, abs=2e-4), (name, at, b)
                compared += 1
        values = re.findall(r"^\S+ +(\d\.\d+) +(\d\.\d+)$", block, re.M)
        assert len(values) == 4
        for at, (gammon, backgammon) in enumerate(values):
            seat, cube = at % 2, 1 + at // 2
            stake = Stake(7, (2, 4))
            assert table.gammon_value(stake, cube, seat) == pytest.approx(float(gammon), abs=2e-4)
            assert table.gammon_value(stake, cube, seat, backgammon=True) == pytest.approx(float(backgammon), abs=2e-4)
    assert compared >= 17 * 15 * len(names) - 2 * len(names)


def case_75(folder: Path) -> tuple[MatchEquityTable, list[list[str]], list[float]]:
    """The table, the states and the expected chances of a case."""
    case = next(folder.glob("75-*"))
    with (case / "met.csv").open() as file:
        rows = list(csv.DictReader(file))
    away = [[float(r["mwc"]) for r in rows if r["table"] == t] for t in dict.fromkeys(r["table"] for r in rows)]
    # Only the leader's row is given: the rest of the table is anything that agrees with it.
    size = len(away[0])
    pre = [[0.5] * size for _ in range(size)]
    for b, value in enumerate(away[0]):
        pre[b][0], pre[0][b] = 1 - value, value
    table = MatchEquityTable("case", tuple(map(tuple, pre)), tuple(away[1]))
    with (case / "states.csv").open() as file:
        states = [list(r.values()) for r in csv.DictReader(file)]
    return table, states, json.loads((case / "expected.json").read_text())["expect"]["trailer_mwc"]


def test_75_post_crawford_table_index(shared_cases: Path) -> None:
    """The vector is looked up by what the trailer still needs."""
    table, states, expected = case_75(shared_cases)
    assert len(states) == len(expected) == 3
    for (length, leader, trailer, phase), chance in zip(states, expected, strict=True):
        behind = phase == "post"
        score = (int(leader), int(trailer))
        assert table.chance(score, int(length), 1, post_crawford=behind) == pytest.approx(chance)
        assert kazaross_xg2().chance(score, int(length), 1, post_crawford=behind) == pytest.approx(chance)
        assert kazaross_xg2().before(Stake(int(length), score), 1) == pytest.approx(chance)
