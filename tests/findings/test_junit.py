"""The JUnit output, read by an XML parser: suites are files, cases are games."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence

import pytest
from rendered import LINES, RECORD, checked, faulty, written

from bganalyze.findings.codes import SEVERITIES
from bganalyze.findings.finding import Finding
from bganalyze.pipeline import Checked

ATTRIBUTES = {
    "testsuites": {"name"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped"},
    "testcase": {"classname", "name"},
    "failure": {"type", "message"},
    "error": {"type", "message"},
    "skipped": {"message"},
    "system-out": set(),
}


def suites(files: Sequence[Checked], failing: Sequence[str] = SEVERITIES[:1]) -> list[ET.Element]:
    """The suites, after a check that their counts are those of their cases."""
    root = ET.fromstring(written("junit", files, failing)[0].encode())
    assert root.tag == "testsuites"
    for element in root.iter():
        assert set(element.attrib) == ATTRIBUTES[element.tag]
    for suite in root:
        cases = suite.findall("testcase")
        assert suite.get("tests") == str(len(cases))
        for kind, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert suite.get(kind) == str(sum(case.find(tag) is not None for case in cases))
        assert len({(case.get("classname"), case.get("name")) for case in cases}) == len(cases)
        for case in cases:
            assert len({child.tag for child in case} & {"failure", "error", "skipped"}) <= 1
    return list(root)


def outcome(case: ET.Element) -> str:
    """failure, error, skipped or passed."""
    return next((child.tag for child in case if child.tag != "system-out"), "passed")


def test_a_case_is_a_game() -> None:
    """A clean game passes, one with errors fails with each of them, one without a play is skipped."""
    (suite,) = suites([checked()])
    assert suite.get("name") == "a.mat"
    cases = suite.findall("testcase")
    assert [(case.get("classname"), case.get("name"), outcome(case)) for case in cases] == [
        ("a.mat", "game 1", "passed"),
        ("a.mat", "game 2", "failure"),
        ("a.mat", "game 3", "skipped"),
    ]
    failures = cases[1].findall("failure")
    assert [f.get("type") for f in failures] == ["BG303", "BG303"]
    words = "game 2, move 1, Alice: 31: 8/5 6/4: step 6/4 moves 2 points; the die left is 1"
    assert failures[0].get("message") == words
    assert failures[0].text == f"a.mat:10:14: BG303 error: {words}"
    skipped = cases[2].find("skipped")
    assert skipped is not None and "the game has a result but no roll" in skipped.attrib["message"]
    assert "BG506 note" in (cases[2].findtext("system-out") or "")


def test_a_finding_below_the_fail_level_does_not_fail() -> None:
    """Notes fail where the fail level is note, and only there."""
    notes = checked("\n".join(LINES[:6]) + "\n")
    assert {f.code for f in notes.findings} == {"BG506"}
    (suite,) = suites([notes])
    assert [outcome(case) for case in suite.findall("testcase")] == ["passed"]
    assert "BG506 note" in (suite.findtext("testcase/system-out") or "")
    (suite,) = suites([notes], SEVERITIES)
    assert [f.get("type") for f in suite.iter("failure")] == ["BG506"]


def test_clean_games_are_counted() -> None:
    """A match of one game to one point has nothing to tell and is a case all the same."""
    clean = checked("\n".join(LINES[:6]).replace(" 5 point", " 1 point") + "\n")
    assert clean.findings == []
    (suite,) = suites([clean])
    assert [outcome(case) for case in suite] == ["passed"]


def test_a_game_that_was_lost_on_the_way_is_skipped() -> None:
    """From an unreadable play on nothing is known: that is no passed game."""
    lost = checked(RECORD.replace("31: 8/5 6/4 ", "31: 8/5 6/5 ").replace("52: 13/8 24/23", "52: 13/8 24/x3"))
    assert [game.checked for game in lost.matches[0].games] == ["full", "partly", "none"]
    (suite,) = suites([lost])
    assert outcome(suite.findall("testcase")[1]) == "failure"
    quiet = Checked(lost.path, matches=lost.matches, findings=[f for f in lost.findings if f.code == "BG390"])
    (suite,) = suites([quiet])
    skipped = suite.findall("testcase")[1].find("skipped")
    assert skipped is not None and skipped.attrib["message"].startswith("checked only in part")


def test_unreadable_files_are_errors() -> None:
    """Whatever the fail level; without a shown reason the file is skipped, never passed."""
    unread = faulty(Finding("BG001", "b.mat", args=(("reason", "Permission denied"),)), path="b.mat")
    (suite,) = suites([unread])
    (case,) = suite
    error = case.find("error")
    assert error is not None
    assert (case.get("name"), error.get("type"), error.get("message")) == (
        "file",
        "BG001",
        "cannot be read: Permission denied",
    )
    text, _ = written("junit", [unread])
    assert 'failures="0" errors="1"' in text


def test_an_unreadable_file_whose_finding_is_not_shown() -> None:
    from bganalyze.findings.render import renderer
    from bganalyze.findings.summary import Summary

    unread = faulty(Finding("BG001", "b.mat", args=(("reason", "x"),)), path="b.mat")
    render = renderer("junit", "1", {"failing": ("error",)})
    text = "".join([*render.start(), *render.file(unread, []), *render.end(Summary())])
    assert [outcome(case) for case in ET.fromstring(text)[0]] == ["skipped"]


def test_findings_of_no_game() -> None:
    """They have a case of their own where they fail, and stand in the suite's output otherwise."""
    base = checked()
    header = Finding("BG601", "a.mat", 1, args=(("problem", "two names"),), line=2)
    whole = Finding("BG006", "a.mat", args=(("problem", "cut"),))
    mixed = Checked("a.mat", matches=base.matches, findings=[whole, header, *base.findings])
    (suite,) = suites([mixed])
    assert suite.get("tests") == "3"
    assert "BG601 warning: two names" in (suite.findtext("system-out") or "")
    (suite,) = suites([mixed], SEVERITIES[:2])
    assert [case.get("name") for case in suite.findall("testcase")] == ["file", "match 1", "game 1", "game 2", "game 3"]
    assert [f.get("type") for f in suite.iter("failure")] == ["BG006", "BG601", "BG303", "BG303"]


def test_games_of_several_matches_have_their_own_names() -> None:
    """Two matches in one file, and a game number that stands twice in the second."""
    text = RECORD + RECORD.replace(" Game 2", " Game 1")
    both = checked(text)
    assert len(both.matches) == 2
    (suite,) = suites([both])
    names = [case.get("name") for case in suite.findall("testcase")]
    assert names[:3] == ["match 1, game 1", "match 1, game 2", "match 1, game 3"]
    assert names[3:] == ["match 2, game 1", "match 2, game 1 (2)", "match 2, game 3"]
    faults = [f for f in both.findings if f.code == "BG303"]
    assert len(faults) == len(list(suite.iter("failure"))) == 4


@pytest.mark.parametrize("files", [0, 3])
def test_a_suite_is_a_file(files: int) -> None:
    assert [s.get("name") for s in suites([checked(path=f"{n}.mat") for n in range(files)])] == [
        f"{n}.mat" for n in range(files)
    ]


def test_a_quiet_finding_does_not_fail() -> None:
    """It stands in the output of its game; the game passes."""
    base = checked()
    quiet = [f._replace(suppression=("waiver", "ruling")) for f in base.findings]
    (suite,) = suites([Checked("a.mat", matches=base.matches, findings=quiet)], SEVERITIES)
    cases = suite.findall("testcase")
    assert [outcome(case) for case in cases] == ["passed", "passed", "skipped"]
    assert (cases[1].findtext("system-out") or "").count("BG303 error") == 2
    unread = Finding("BG001", "b", args=(("reason", "x"),), suppression=("baseline", "y"))
    (suite,) = suites([faulty(unread, path="b")])
    assert [outcome(case) for case in suite] == ["skipped"]
