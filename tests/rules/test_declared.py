"""By which rules a record is played: settings beat the preset, that beats the tags, they beat inference."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bganalyze.formats import mat
from bganalyze.pipeline import check_bytes
from bganalyze.rules.declared import RuleOptions, Ruling, rules_of
from bganalyze.rules.fields import tags_of
from bganalyze.rules.variants import PRESETS, UNLIMITED, Rules, RulesError, preset

GAME = """
 Game 1
 Al : 0                          Bo : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
      Wins 1 point
"""


def _ruling(head: str, rules: str | None = None, *settings: str, games: str = GAME) -> Ruling:
    """The ruling of a record that begins with these lines."""
    record = mat.read(f"{head}\n{games}")
    return rules_of(record.matches[0], RuleOptions.parse(rules, settings))


def _said(ruling: Ruling) -> list[tuple[str, str | None, str | None]]:
    """Code, tag and severity of the remarks."""
    return [(r.code, r.tag, r.severity) for r in ruling.remarks]


# ---- the base ----------------------------------------------------------------------------------------------


def test_match_without_tags_is_tournament_backgammon() -> None:
    """Crawford rule; no Jacoby rule, beavers or automatic doubles."""
    ruling = _ruling("7 point match")
    rules = ruling.rules
    assert (rules.name, ruling.length, rules.money) == ("backgammon", 7, False)
    assert (rules.crawford, rules.jacoby, rules.beavers, rules.auto_doubles) == ("both", False, 0, 0)
    assert (rules.start, rules.cube, rules.cube_limit) == ("standard", True, None)
    assert _said(ruling) == []


def test_session_without_tags_leaves_the_money_rules_open() -> None:
    """Jacoby rule, beavers, automatic doubles and cube limit are not known."""
    ruling = _ruling("0 point match")
    rules = ruling.rules
    assert (rules.name, ruling.length, rules.money) == ("money", 0, True)
    assert (rules.jacoby, rules.beavers, rules.auto_doubles, rules.cube_limit) == (None, None, None, None)
    assert rules.crawford == "off"
    assert _said(ruling) == []


def test_record_without_a_length_is_a_session_and_that_is_told() -> None:
    """BG602 about the match, not about a tag."""
    ruling = _ruling("")
    assert (ruling.length, ruling.rules.money) == (0, True)
    assert _said(ruling) == [("BG602", None, None)]


@pytest.mark.parametrize(
    ("length", "read_as", "said"),
    [
        pytest.param("-3", 0, [("BG602", None, None)], id="negative"),
        pytest.param("4", 4, [("BG602", None, "note")], id="even"),
        pytest.param("64", 64, [("BG602", None, "note")], id="64"),
        pytest.param("65", 65, [("BG602", None, "note")], id="longer-than-gnu-backgammon-reads"),
        pytest.param("1", 1, [], id="one-point"),
        pytest.param("25", 25, [], id="25"),
    ],
)
def test_lengths(length: str, read_as: int, said: list[tuple[str, str | None, str | None]]) -> None:
    """Lengths are odd; odd ones are not remarkable."""
    ruling = _ruling(f"{length} point match")
    assert ruling.length == read_as
    assert _said(ruling) == said


# ---- tags --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tag", "field", "value"),
    [
        pytest.param('; [Jacoby "On"]', "jacoby", True, id="jacoby-on"),
        pytest.param('; [Jacoby "Off"]', "jacoby", False, id="jacoby-off"),
        pytest.param('; [jacoby "ON"]', "jacoby", True, id="any-case"),
        pytest.param('; [Beaver "On"]', "beavers", UNLIMITED, id="beaver-on"),
        pytest.param('; [Beaver "Off"]', "beavers", 0, id="beaver-off"),
        pytest.param('; [CubeLimit "64"]', "cube_limit", 64, id="cube-limit"),
        pytest.param('; [Cubelimit "1024"]', "cube_limit", 1024, id="small-l"),
        pytest.param('; [Variation "NackGammon"]', "start", "nackgammon", id="nackgammon"),
        pytest.param('; [Variation "HyperGammon (1)"]', "start", "hyper-1", id="hypergammon-1"),
        pytest.param('; [Variation "HyperGammon (2)"]', "start", "hyper-2", id="hypergammon-2"),
        pytest.param('; [Variation "HyperGammon"]', "start", "hyper-3", id="hypergammon"),
        pytest.param('; [Variation "Backgammon"]', "start", "standard", id="backgammon"),
    ],
)
def test_tag_of_a_session(tag: str, field: str, value: object) -> None:
    """A tag sets its field; nothing is said."""
    ruling = _ruling(f"{tag}\n0 point match")
    assert getattr(ruling.rules, field) == value
    assert _said(ruling) == []


@pytest.mark.parametrize(
    ("start", "name"),
    [("NackGammon", "nackgammon"), ("HyperGammon (2)", "hypergammon-2"), ("Backgammon", "backgammon")],
)
def test_name_of_a_variation(start: str, name: str) -> None:
    """The rule set is named after the start."""
    assert _ruling(f'; [Variation "{start}"]\n5 point match').rules.name == name


@pytest.mark.parametrize(("value", "crawford"), [("On", "both"), ("Off", "off")])
def test_crawford_tag_of_a_match(value: str, crawford: str) -> None:
    """Off switches the rule off."""
    assert _ruling(f'; [Crawford "{value}"]\n5 point match').rules.crawford == crawford


def test_crawford_tag_of_a_session_says_nothing() -> None:
    """There is no Crawford game in an unlimited session."""
    ruling = _ruling('; [Crawford "On"]\n0 point match')
    assert ruling.rules.crawford == "off"
    assert _said(ruling) == []


@pytest.mark.parametrize(("tag", "field"), [("Jacoby", "jacoby"), ("Beaver", "beavers")])
def test_money_rules_in_a_match_are_not_played(tag: str, field: str) -> None:
    """A note; Off is what a match has anyway."""
    on = _ruling(f'; [{tag} "On"]\n5 point match')
    assert not getattr(on.rules, field)
    assert _said(on) == [("BG606", tag, "note")]
    assert _said(_ruling(f'; [{tag} "Off"]\n5 point match')) == []


@pytest.mark.parametrize(
    ("tag", "key"),
    [
        pytest.param('; [Variation "Nardi"]', "Variation", id="unknown-variation"),
        pytest.param('; [Jacoby "perhaps"]', "Jacoby", id="neither-on-nor-off"),
        pytest.param('; [Crawford "2"]', "Crawford", id="crawford-2"),
        pytest.param('; [CubeLimit "100"]', "CubeLimit", id="no-power-of-two"),
        pytest.param('; [CubeLimit "0"]', "CubeLimit", id="limit-0"),
        pytest.param('; [CubeLimit "high"]', "CubeLimit", id="no-number"),
    ],
)
def test_tags_that_say_nothing_possible(tag: str, key: str) -> None:
    """A warning at the tag; the rules are as if it were not there."""
    ruling = _ruling(f"{tag}\n0 point match")
    assert ruling.rules == _ruling("0 point match").rules
    assert _said(ruling) == [("BG606", key, None)]


# ---- options -----------------------------------------------------------------------------------------------


def test_preset_beats_tags_and_the_contradiction_is_told() -> None:
    """Money says Jacoby on; the tag says off."""
    ruling = _ruling('; [Jacoby "Off"]\n; [Beaver "On"]\n0 point match', "money")
    assert ruling.rules.jacoby is True
    assert _said(ruling) == [("BG606", "Jacoby", None)]


def test_setting_beats_preset_and_tags() -> None:
    """The setting agrees with the tag: nothing is left to tell."""
    ruling = _ruling('; [Jacoby "Off"]\n0 point match', "money", "jacoby=off")
    assert ruling.rules.jacoby is False
    assert ruling.rules.name == "money"
    assert _said(ruling) == []


def test_setting_beats_a_tag_without_a_preset() -> None:
    """Other tags keep their say."""
    ruling = _ruling('; [Jacoby "Off"]\n; [CubeLimit "64"]\n0 point match', None, "jacoby=on")
    assert (ruling.rules.jacoby, ruling.rules.cube_limit) == (True, 64)
    assert _said(ruling) == [("BG606", "Jacoby", None)]


@pytest.mark.parametrize(
    ("tag", "setting", "told"),
    [
        pytest.param('; [Crawford "Off"]', "crawford=both", True, id="crawford-on-against-off"),
        pytest.param('; [Crawford "On"]', "crawford=trailer", False, id="a-kind-of-on"),
        pytest.param('; [Crawford "On"]', "crawford=off", True, id="crawford-off-against-on"),
        pytest.param('; [CubeLimit "64"]', "cube-limit=32", True, id="other-limit"),
        pytest.param('; [CubeLimit "64"]', "cube-limit=64", False, id="same-limit"),
        pytest.param('; [Variation "NackGammon"]', "start=standard", True, id="other-start"),
    ],
)
def test_settings_against_tags_of_a_match(tag: str, setting: str, told: bool) -> None:
    """BG606 where they contradict each other."""
    ruling = _ruling(f"{tag}\n5 point match", None, setting)
    assert [code for code, _, _ in _said(ruling)] == (["BG606"] if told else [])


@pytest.mark.parametrize(
    ("setting", "told"), [("beavers=1", False), ("beavers=unlimited", False), ("beavers=off", True)]
)
def test_number_of_beavers_does_not_contradict_on(setting: str, told: bool) -> None:
    """A tag says on or off only."""
    ruling = _ruling('; [Beaver "On"]\n0 point match', None, setting)
    assert bool(_said(ruling)) == told


@pytest.mark.parametrize(
    ("head", "money", "jacoby", "crawford"),
    [
        pytest.param("5 point match", False, False, "both", id="match"),
        pytest.param("0 point match", True, None, "off", id="session"),
        pytest.param('; [Jacoby "On"]\n0 point match', True, True, "off", id="session-with-tags"),
    ],
)
def test_presets_of_a_start_leave_match_or_money_to_the_record(
    head: str, money: bool, jacoby: bool | None, crawford: str
) -> None:
    """Nackgammon says where the checkers stand, nothing else."""
    ruling = _ruling(head, "nackgammon")
    rules = ruling.rules
    assert (rules.name, rules.start, rules.money) == ("nackgammon", "nackgammon", money)
    assert (rules.jacoby, rules.crawford) == (jacoby, crawford)


def test_start_of_a_preset_against_the_variation_tag() -> None:
    """The preset counts."""
    ruling = _ruling('; [Variation "HyperGammon"]\n5 point match', "nackgammon")
    assert ruling.rules.start == "nackgammon"
    assert _said(ruling) == [("BG606", "Variation", None)]


def test_backgammon_for_a_session_and_money_for_a_match() -> None:
    """A preset does not change the length of the record."""
    session = _ruling("0 point match", "backgammon")
    assert (session.length, session.rules.money, session.rules.jacoby) == (0, True, False)
    match = _ruling("5 point match", "money")
    assert (match.length, match.rules.money, match.rules.jacoby) == (5, False, True)


def test_unknown_preset_is_refused_by_name() -> None:
    """The message lists what there is."""
    with pytest.raises(RulesError, match=r"'nardi'; known are backgammon, backgammon-double, money, "):
        RuleOptions.parse("nardi")


# ---- Galaxy's unlimited games ------------------------------------------------------------------------------

GALAXY = '; [Site "https://www.backgammongalaxy.com"]\n'


@pytest.mark.parametrize("length", [4, 8, 16])
def test_galaxy_writes_one_unlimited_game_as_a_match(length: int) -> None:
    """One game with the Jacoby rule; the number caps the points. A note instead of the even length."""
    ruling = _ruling(f"{GALAXY}{length} point match")
    assert (ruling.length, ruling.cap, ruling.rules.money, ruling.rules.jacoby) == (0, length, True, True)
    assert _said(ruling) == [("BG110", None, None)]


def test_galaxy_match_of_another_length_or_with_more_games() -> None:
    """Five points, and two games to 16, are matches; so is 16 on another site."""
    for head, games in (
        (f"{GALAXY}5 point match", GAME),
        (f"{GALAXY}16 point match", GAME + GAME.replace("Game 1", "Game 2").replace("Al : 0", "Al : 1")),
        ("16 point match", GAME),
    ):
        ruling = _ruling(head, games=games)
        assert ruling.cap is None
        assert ruling.length == int(head.split("\n")[-1].split()[0])
        assert ruling.rules.jacoby is False


# ---- inference ---------------------------------------------------------------------------------------------

GAMMON = """\
0 point match
 Game 1
 Al : 0                          Bo : 0
; Set Pos=-C-----------------o------/0
  1) 21: 1/0 1/0                 31: 6/3 6/5
  2) 65: 1/0
      Wins {} points
"""
"""A gammon with the cube unturned."""


@pytest.mark.parametrize(("points", "jacoby"), [(1, True), (2, False)])
def test_points_of_a_gammon_tell_the_jacoby_rule(points: int, jacoby: bool) -> None:
    """A note says from where it is known."""
    checked = check_bytes(GAMMON.format(points).encode())
    assert checked.matches[0].rules.jacoby is jacoby
    assert [f.code for f in checked.findings] == ["BG508"]


@pytest.mark.parametrize(("tag", "points"), [("Off", 1), ("On", 2)])
def test_tag_beats_what_the_points_tell(tag: str, points: int) -> None:
    """The points are wrong then."""
    checked = check_bytes(f'; [Jacoby "{tag}"]\n{GAMMON.format(points)}'.encode())
    assert checked.matches[0].rules.jacoby is (tag == "On")
    assert [f.code for f in checked.findings] == ["BG502"]


def test_contradiction_stands_at_the_line_of_the_tag() -> None:
    """The finding names the tag's line."""
    checked = check_bytes(
        b'; [Event "x"]\n; [Jacoby "Off"]\n' + GAMMON.format(1).encode(), options=RuleOptions.parse("money")
    )
    assert [(f.code, f.line) for f in checked.findings] == [("BG606", 2)]


# ---- tags of rule sets -------------------------------------------------------------------------------------

TAG_NAMES = {
    "start": "Start", "cube": "Cube", "cube_limit": "CubeLimit", "beavers": "Beavers", "jacoby": "Jacoby",
    "auto_doubles": "AutoDoubles", "crawford": "Crawford", "gammon": "Gammon", "backgammon": "Backgammon",
    "games": "Games", "bankrolls": "Bankrolls", "stake": "Stake", "direction": "Direction", "hitting": "Hitting",
    "bar_first": "BarFirst", "enter_all_first": "EnterAllFirst", "hit_and_cover": "HitAndCover",
    "head_limit": "HeadLimit", "head_exception": "HeadException", "block_rule": "BlockRule",
    "transient_block": "TransientBlock", "roll": "Roll", "bear_off_after_entry": "BearOffAfterEntry",
    "starter": "Starter", "opening_roll": "OpeningRoll", "first_double": "FirstDouble", "payoff": "Payoff",
    "stake_doubles_on": "StakeDoublesOn", "draw": "Draw", "resign": "Resign", "score_form": "ScoreForm",
}  # fmt: skip


def _tags(rules: Rules) -> str:
    """The tag lines of every field of a rule set, and its length line."""
    lines = []
    for field, tag in TAG_NAMES.items():
        value = getattr(rules, field)
        if isinstance(value, bool):
            words = "On" if value else "Off"
        elif value is None:
            words = "none"
        elif value == UNLIMITED:
            words = "unlimited"
        else:
            words = str(value)
        lines.append(f'; [{tag} "{words}"]\n')
    return "".join(lines) + f"{0 if rules.money else 5} point match"


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_survives_tags(name: str) -> None:
    """By its name, by a tag for each field, and by both; nothing is said."""
    rules = preset(name)
    length = 0 if rules.money else 5
    for key in ("Rules", "rules") if name in ("backgammon", "nackgammon") else ("Rules", "Variation"):
        ruling = _ruling(f'; [{key} "{name}"]\n{length} point match')
        assert (ruling.rules, _said(ruling)) == (rules, [])
    both = _ruling(f'; [Rules "{name}"]\n{_tags(rules)}')
    assert (both.rules, _said(both)) == (rules, [])
    alone = _ruling(_tags(rules))
    assert (replace(alone.rules, name=name), _said(alone)) == (rules, [])
    assert alone.rules.name in PRESETS


@pytest.mark.parametrize("name", PRESETS)
def test_tags_that_are_written_are_those_that_are_read(name: str) -> None:
    """``tags_of`` states every field, or what differs from a base."""
    rules = preset(name)
    assert list(tags_of(rules)) == list(TAG_NAMES.values())
    assert tags_of(rules, rules) == {}
    base = replace(preset("money"), money=rules.money)
    head = "".join(f'; [{tag} "{words}"]\n' for tag, words in tags_of(rules, base).items())
    ruling = _ruling(f'; [Rules "money"]\n{head}{0 if rules.money else 5} point match')
    assert replace(ruling.rules, name=name) == rules


@pytest.mark.parametrize(
    ("tag", "field", "value"),
    [
        ('; [Games "5"]', "games", 5),
        ('; [Bankrolls "100 50"]', "bankrolls", (100, 50)),
        ('; [Stake "5"]', "stake", 5),
        ('; [Gammon "1"]', "gammon", 1),
        ('; [Backgammon "2"]', "backgammon", 2),
        ('; [Beavers "1"]', "beavers", 1),
        ('; [bearoffafterentry "Off"]', "bear_off_after_entry", False),
        ('; [Start "24:2 13:5 8:4 6:4"]', "start", "24:2 13:5 8:4 6:4"),
        ('; [Rules "Long Nardy"]', "head_limit", 1),
        ('; [Variation "short-nardy-oin"]', "gammon", 1),
    ],
)
def test_tag_of_a_field(tag: str, field: str, value: object) -> None:
    """Any field has one."""
    ruling = _ruling(f"{tag}\n0 point match")
    assert getattr(ruling.rules, field) == value
    assert _said(ruling) == []


def test_tags_refine_a_named_rule_set_in_any_order() -> None:
    """The name is the base, wherever it stands."""
    for head in ('; [Rules "long-nardy"]\n; [Starter "winner"]', '; [Starter "winner"]\n; [Rules "long-nardy"]'):
        ruling = _ruling(f"{head}\n0 point match")
        assert ruling.rules == replace(preset("long-nardy"), starter="winner")


def test_money_rules_of_a_named_rule_set_in_a_match() -> None:
    """They are played, since the record says so; a note for each."""
    ruling = _ruling('; [Rules "money"]\n5 point match')
    assert (ruling.rules.jacoby, ruling.rules.beavers) == (True, UNLIMITED)
    assert _said(ruling) == [("BG606", "Rules", "note")] * 2


@pytest.mark.parametrize(
    ("tag", "key"),
    [
        ('; [Rules "nardi"]', "Rules"),
        ('; [HeadLimit "7"]', "HeadLimit"),
        ('; [Direction "sideways"]', "Direction"),
        ('; [Games "many"]', "Games"),
        ('; [Bankrolls "100"]', "Bankrolls"),
        ('; [Start "24:16"]', "Start"),
        ('; [BarFirst "perhaps"]', "BarFirst"),
    ],
)
def test_unknown_names_and_values_are_told(tag: str, key: str) -> None:
    """A warning at the tag."""
    ruling = _ruling(f"{tag}\n0 point match")
    assert ruling.rules == _ruling("0 point match").rules
    assert _said(ruling) == [("BG606", key, None)]


def test_two_names_of_rule_sets() -> None:
    """Rules beats Variation; the same start twice is no contradiction."""
    ruling = _ruling('; [Variation "Nackgammon"]\n; [Rules "long-nardy"]\n0 point match')
    assert ruling.rules == preset("long-nardy")
    assert _said(ruling) == [("BG606", "Variation", None)]
    assert _said(_ruling('; [Variation "Backgammon"]\n; [Rules "money"]\n0 point match')) == []
    assert _said(_ruling('; [Variation "money"]\n; [Rules "money-auto"]\n0 point match')) == [
        ("BG606", "Variation", None)
    ]


@pytest.mark.parametrize(
    ("head", "tag", "severity", "field", "value"),
    [
        pytest.param('; [BlockRule "ahead"]', "BlockRule", None, "block_rule", "none", id="block"),
        pytest.param('; [Direction "same"]', "Direction", None, "direction", "opposed", id="direction"),
        pytest.param('; [HeadLimit "1"]', "HeadLimit", None, "head_limit", None, id="head"),
        pytest.param('; [Start "6:5 19:5"]', "Start", None, "start", "standard", id="overlap"),
        pytest.param('; [Cube "Off"]\n; [CubeLimit "64"]', "CubeLimit", "note", "cube_limit", 64, id="cube"),
        pytest.param('; [Gammon "3"]\n; [Backgammon "2"]', "Gammon", "note", "gammon", 3, id="unusual"),
    ],
)
def test_tags_that_contradict_each_other(head: str, tag: str, severity: str | None, field: str, value: object) -> None:
    """BG606 at the tag; a rule that cannot be is left out, one that changes no play is noted."""
    ruling = _ruling(f"{head}\n0 point match")
    assert getattr(ruling.rules, field) == value
    assert _said(ruling) == [("BG606", tag, severity)]


@pytest.mark.parametrize("key", ["Games", "Bankrolls"])
def test_sessions_that_are_matches_by_their_length(key: str) -> None:
    """A match to points is no session of five games."""
    ruling = _ruling(f'; [{key} "{"5" if key == "Games" else "9 9"}"]\n7 point match')
    assert (ruling.rules.games, ruling.rules.bankrolls, ruling.length) == (None, None, 7)
    assert _said(ruling) == [("BG606", key, None)]


@pytest.mark.parametrize(
    ("head", "rules", "settings", "tags"),
    [
        pytest.param('; [Rules "long-nardy"]', "backgammon", (), ["Rules"], id="other-preset"),
        pytest.param('; [Rules "long-nardy"]', "long-nardy", (), [], id="same-preset"),
        pytest.param('; [Rules "long-nardy"]', None, ("starter=winner",), ["Rules"], id="refined-base"),
        pytest.param('; [Rules "long-nardy"]', None, ("starter=alternate",), [], id="base-confirmed"),
        pytest.param('; [Rules "long-nardy"]', "nackgammon", (), ["Rules"], id="start-against-a-rule-set"),
        pytest.param('; [Gammon "1"]', None, ("gammon=2",), ["Gammon"], id="field"),
        pytest.param('; [Beavers "2"]', None, ("beavers=1",), ["Beavers"], id="number-of-beavers"),
        pytest.param('; [Direction "opposed"]', "long-nardy", (), ["Direction"], id="field-against-a-preset"),
    ],
)
def test_options_against_tags(head: str, rules: str | None, settings: tuple[str, ...], tags: list[str]) -> None:
    """The options count, and a finding stands at the tag."""
    ruling = _ruling(f"{head}\n0 point match", rules, *settings)
    if rules is not None and rules != "nackgammon":
        assert ruling.rules == replace(preset(rules), money=True)
    assert [t for code, t, severity in _said(ruling) if severity is None] == tags


def test_options_that_contradict_the_record_only() -> None:
    """A usage error for what contradicts itself anyway; a finding where a record takes part."""
    with pytest.raises(RulesError, match="cube-limit=64 needs cube=on"):
        RuleOptions.parse(None, ("cube=off", "cube-limit=64"))
    ruling = _ruling('; [CubeLimit "64"]\n5 point match', None, "cube=off")
    assert _said(ruling) == [("BG606", "CubeLimit", "note")]
    sound = _ruling('; [Rules "long-nardy"]\n0 point match', None, "block-rule=home-entered")
    assert sound.rules.block_rule == "home-entered"
    # Of a record without long nardy's movement the same option makes no sense.
    unsound = _ruling("0 point match", None, "block-rule=home-entered")
    assert (unsound.rules.block_rule, _said(unsound)) == ("none", [("BG606", None, None)])


# ---- tags between games ------------------------------------------------------------------------------------


def _changed(head: str, between: str, rules: str | None = None) -> list[tuple[str, int | None]]:
    """Code and line of what is said about the rules of a record of two games."""
    second = GAME.replace("Game 1", "Game 2").replace("Al : 0", "Al : 1")
    text = f"{head}\n{GAME.lstrip()}{between}\n{second}"
    found = check_bytes(text.encode(), options=RuleOptions.parse(rules)).findings
    return [(f.code, f.line) for f in found if f.code.startswith("BG6")]


@pytest.mark.parametrize(
    ("head", "between", "said"),
    [
        pytest.param('; [Jacoby "On"]\n0 point match', '; [Jacoby "Off"]', [("BG607", 7)], id="other"),
        pytest.param('; [Jacoby "On"]\n0 point match', '; [Jacoby "On"]', [], id="same"),
        pytest.param('; [Jacoby "On"]\n0 point match', '; [Event "x"]', [], id="no-rule"),
        pytest.param("5 point match", '; [Rules "long-nardy"]', [("BG607", 6)], id="rule-set"),
        pytest.param("5 point match", '; [Variation "Backgammon"]', [], id="same-variation"),
        pytest.param("5 point match", '; [Crawford "Off"]', [("BG607", 6)], id="against-the-default"),
        pytest.param("5 point match", '; [Rules "nardi"]', [("BG606", 6)], id="unknown-rule-set"),
        pytest.param('; [Beaver "On"]\n0 point match', '; [Beaver "On"]\n; [Stake "2"]', [("BG607", 8)], id="second"),
    ],
)
def test_tags_between_games(head: str, between: str, said: list[tuple[str, int | None]]) -> None:
    """BG607 at a tag that states another value."""
    assert _changed(head, between) == said


def test_rules_that_change_and_change_back() -> None:
    """Each change is told once; the rules at the beginning count for all games."""
    third = GAME.replace("Game 1", "Game 3").replace("Al : 0", "Al : 2")
    second = GAME.replace("Game 1", "Game 2").replace("Al : 0", "Al : 1")
    text = f'; [Stake "1"]\n0 point match\n{GAME}; [Stake "2"]\n{second}; [Stake "1"]\n{third}'
    checked = check_bytes(text.encode())
    assert [f.code for f in checked.findings] == ["BG607", "BG607"]
    assert checked.matches[0].rules.stake == 1


def test_tags_behind_a_match_are_those_of_the_next_one() -> None:
    """A length line follows: nothing has changed."""
    text = f'; [Stake "1"]\n0 point match\n{GAME}; [Stake "2"]\n0 point match\n{GAME}'
    checked = check_bytes(text.encode())
    assert checked.findings == []
    assert [match.rules.stake for match in checked.matches] == [1, 2]


def test_tags_between_games_do_not_reach_the_next_match() -> None:
    """They belong to their match, and the next one has its own."""
    second = GAME.replace("Game 1", "Game 2").replace("Al : 0", "Al : 1")
    text = f'0 point match\n{GAME}; [Stake "2"]\n{second}; [Stake "3"]\n0 point match\n{GAME}'
    checked = check_bytes(text.encode())
    assert [f.code for f in checked.findings] == ["BG607"]
    assert [match.rules.stake for match in checked.matches] == [1, 3]
