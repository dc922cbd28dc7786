"""Matches to SGF as GNU Backgammon writes it: a game tree a game, a node an action, with the analysis it was given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...model import actions as act
from ...model.actions import Setup
from ...model.analysis import (
    MWC,
    Annotation,
    Candidate,
    Chances,
    CubeAnalysis,
    Outcome,
    PlayAnalysis,
    Rollout,
    Setting,
)
from ...model.position import unpack
from ..script import Loss, ScriptAction, ScriptGame, ScriptMatch
from .record import TAGS
from .values import COLOURS, LETTER, escaped

_IN_RULES = frozenset(("Crawford", "Jacoby", "Cube", "Variation"))
"""Tags whose meaning ``RU`` holds."""
_STARTS = {
    "nackgammon": "Nackgammon",
    "hyper-1": "Hypergammon1",
    "hyper-2": "Hypergammon2",
    "hyper-3": "Hypergammon3",
}
_INTEGERS = {"M": 12, "C": 20, "D": 10}
"""How many numbers of a sum come first and are counts."""
_WORDS = {act.DOUBLE: "double", act.BEAVER: "double", act.RACCOON: "double", act.TAKE: "take", act.DROP: "drop"}


def write(matches: Sequence[ScriptMatch]) -> tuple[str, list[Loss]]:
    """The text of an SGF file, and what it cannot hold."""
    losses: list[Loss] = []
    parts: list[str] = []
    for match in matches:
        for at, game in enumerate(match.games):
            parts.append("(" + "\n".join(_nodes(match, game, at == 0, losses)) + ")\n")
        if not match.games:
            losses.append(Loss(match.line, "a match without games is left out"))
    return "".join(parts), losses


def _nodes(match: ScriptMatch, game: ScriptGame, first: bool, losses: list[Loss]) -> Iterator[str]:
    yield _root(match, game, first, losses)
    for action in game.actions:
        yield from _action(action, bool(match.length), losses)


# ---- the root ---------------------------------------------------------------------------------------


def _root(match: ScriptMatch, game: ScriptGame, first: bool, losses: list[Loss]) -> str:
    score = game.score_before
    parts = [
        ";FF[4]GM[6]CA[UTF-8]AP[bganalyze]",
        f"MI[length:{match.length}][game:{game.number - 1}][ws:{score[0]}][bs:{score[1]}]",
        *(f"{name}[{escaped(_line(text or ''))}]" for name, text in zip(("PW", "PB"), match.names, strict=True)),
    ]
    if first:
        parts += _header(match, losses)
    rules = _rules(match, game, losses)
    if rules is not None:
        parts.append(f"RU[{rules}]")
    if game.auto_doubles:
        parts.append(f"CV[{1 << game.auto_doubles}]")
    parts += _result(game, losses)
    parts += _sums(game, losses)
    if game.comment:
        parts.append(f"C[{escaped(game.comment)}]")
    return "".join(parts)


def _line(text: str) -> str:
    return " ".join(text.split())


def _header(match: ScriptMatch, losses: list[Loss]) -> Iterator[str]:
    """The properties of the first game; tags that SGF has no property for become lines of the game comment."""
    of_tag = {tag: name for name, tag in TAGS.items()}
    rest = []
    comment = match.header.get("Comment", "")
    for tag, text in match.header.items():
        name = of_tag.get(tag)
        if name == "DT":
            yield f"DT[{escaped(_date(text))}]"
        elif name == "GC" or tag in _IN_RULES:
            continue
        elif name is not None and text:
            yield f"{name}[{escaped(_line(text))}]"
        elif tag.replace(" ", "").isalnum() and len(tag) <= 40:
            rest.append(f'[{tag} "{_line(text)}"]')
        else:
            losses.append(Loss(match.line, "a header tag of this name"))
    whole = "\n".join([comment, *rest] if comment else rest)
    if whole:
        yield f"GC[{escaped(whole)}]"


def _date(text: str) -> str:
    """``YYYY.MM.DD`` as SGF has it; anything else as it is."""
    parts = text.strip().replace("/", ".").split(".")
    whole = [len(p) for p in parts] == [4, 2, 2] and all(p.isdecimal() for p in parts)
    return "-".join(parts) if whole else _line(text)


def _rules(match: ScriptMatch, game: ScriptGame, losses: list[Loss]) -> str | None:
    """``RU``; ``None`` leaves it out, which says nothing of the rules."""
    rules = match.rules
    words = []
    if not rules.cube:
        words.append("NoCube")
    if match.length and rules.crawford:
        words.append("Crawford")
        if game.crawford:
            words.append("CrawfordGame")
    if rules.jacoby and not match.length:
        words.append("Jacoby")
    if rules.start in _STARTS:
        words.append(_STARTS[rules.start])
    if not match.length and rules.jacoby is None:
        if not words:
            return None
        losses.append(Loss(match.line, "that it is not known whether the Jacoby rule is in use"))
    return ":".join(words)


def _result(game: ScriptGame, losses: list[Loss]) -> Iterator[str]:
    result = game.result
    if result is None or not result.declared:
        if result is not None and result.resigned:
            losses.append(Loss(result.line, "a resignation whose points are not written"))
        return
    if result.winner is None or result.points is None:
        losses.append(Loss(result.line, "a result without its points"))
        return
    yield f"RE[{'WB'[result.winner]}+{result.points}{'R' if result.resigned else ''}]"


def _sums(game: ScriptGame, losses: list[Loss]) -> Iterator[str]:
    known = [kind for kind in _INTEGERS if kind in game.statistics]
    if not known:
        if game.statistics:
            losses.append(Loss(game.line, "the statistics of a game as a table"))
        return
    values = []
    for kind in known:
        numbers = game.statistics[kind]
        counts = _INTEGERS[kind]
        words = [f"{n:.0f}" if n is not None else "0" for n in numbers[:counts]]
        words += ["-inf" if n is None else _float(n) for n in numbers[counts:]]
        values.append(f"[{kind}:{' '.join(words)}]")
    yield "GS" + "".join(values)


# ---- actions ----------------------------------------------------------------------------------------


def _action(action: ScriptAction, in_match: bool, losses: list[Loss]) -> Iterator[str]:
    colour = COLOURS[action.seat]
    said = _annotation(action, in_match, losses)
    if action.kind in _WORDS:
        yield f";{colour}[{_WORDS[action.kind]}]{said}"
    elif action.kind == act.SET and action.setup is not None:
        yield from _setup(action.setup, said)
    elif action.kind == act.ROLL and action.dice is not None:
        dice = f"{action.dice[0]}{action.dice[1]}"
        hops = action.hops
        if hops is not None and len(hops) <= 4 and action.played != act.MARKED:
            yield f";{colour}[{dice}{letters([hop[:2] for hop in hops], action.seat)}]{said}"
            return
        yield f";PL[{colour}]DI[{dice}]{said}"
        if hops is not None and len(hops) > 4:
            losses.append(Loss(action.line, "a play of more than four steps; the position after it is written"))
        if action.after is not None and (hops is not None or action.played == act.MARKED):
            sides = action.after if action.seat == 0 else action.after.swap()
            yield from _setup(Setup((sides[0], sides[1]), on_roll=1 - action.seat), "")
    elif action.kind == act.UNREADABLE:
        losses.append(Loss(action.line, "text that could not be read as an action"))
    elif action.kind == act.REMARK:
        losses.append(Loss(action.line, "a remark on a resignation"))


def letters(hops: Sequence[tuple[int, int]], seat: int) -> str:
    """Hops in the seat's numbering as pairs of letters."""
    return "".join(LETTER[seat][start] + LETTER[seat][end] for start, end in hops)


def _setup(setup: Setup, said: str) -> Iterator[str]:
    turn = "" if setup.on_roll is None else f"PL[{COLOURS[setup.on_roll]}]"
    if setup.sides is not None:
        stones = []
        for seat, name in enumerate(("AW", "AB")):
            side = unpack(setup.sides[seat])
            values = "".join(f"[{LETTER[seat][p]}]" * side[p] for p in range(1, 26))
            stones.append(f"{name}{values}" if values else "")
        yield f";{turn}AE[a:y]{''.join(stones)}{said}"
    elif turn and setup.cube is None and setup.owner is None:
        yield f";{turn}{said}"
    if setup.cube is not None:
        yield f";CV[{setup.cube}]"
    if setup.owner is not None:
        yield f";CP[{'cwb'[setup.owner + 1]}]"


# ---- analysis ---------------------------------------------------------------------------------------


def _annotation(action: ScriptAction, in_match: bool, losses: list[Loss]) -> str:
    said: Annotation = action.annotation
    parts = []
    if said.cube is not None:
        if (said.cube.unit == MWC) == in_match:
            parts.append(_cube(said.cube))
        else:
            losses.append(Loss(action.line, "a cube analysis in another unit than SGF's"))
    if said.play is not None:
        parts.append(_play(said.play, action.seat))
        if said.play.marked is not None:
            parts.append(f"MR[{''.join(f'{n} ' for n in said.play.marked)}]")
    if said.cube is not None and said.cube.marked:
        parts.append("CR[]")
    if said.luck is not None or said.luck_stated:
        parts.append("LU[-inf]" if said.luck is None else f"LU[{_float(said.luck, 5)}]")
    parts += (f"{name}[{escaped(value)}]" for name, value in said.marks)
    if said.comment:
        parts.append(f"C[{escaped(said.comment)}]")
    for _ in said.problems:
        losses.append(Loss(action.line, "a part of the stored analysis that could not be understood"))
    return "".join(parts)


def _float(value: float | None, decimals: int = 6) -> str:
    """As GNU Backgammon prints it, or with all the digits that are needed to read the same number."""
    if value is None:
        return "nan"
    text = f"{value:.{decimals}f}"
    return text if float(text) == value else repr(value)


def _general(value: float | None) -> str:
    """The numbers of rollouts, which have ten digits."""
    if value is None:
        return "nan"
    text = f"{value:.10g}"
    return text if float(text) == value else repr(value)


def _chances(chances: Chances | None) -> str:
    return " ".join(_float(c) for c in (chances or (None,) * 5))


def _plies(setting: Setting) -> str:
    return f"{setting.plies}{'C' if setting.cubeful else ''}"


def _how(setting: Setting) -> str:
    return f"{int(setting.deterministic)} {_float(setting.noise)} {int(setting.prune)}"


def _play(play: PlayAnalysis, seat: int) -> str:
    played = len(play.candidates) if play.played is None else play.played
    values = [f"[{played}]"]
    values += (f"[{_candidate(candidate, seat)}]" for candidate in play.candidates)
    return "A" + "".join(values)


def _candidate(candidate: Candidate, seat: int) -> str:
    move = letters(candidate.hops, seat)
    rollout, setting = candidate.rollout, candidate.setting
    if rollout is not None and rollout.trials is None and not rollout.outputs:
        return f"{move} {rollout.context}"  # an old record, kept as it was
    if rollout is not None:
        scores = " ".join(_general(s) for s in (*rollout.scores, candidate.equity, candidate.equity)[:2])
        return (
            f"{move} X ver 3 Score {scores} Trials {rollout.trials or 0} "
            f"{_seven(rollout, 0)} {rollout.context or 'SK 0'}"
        )
    if setting is None:
        return move
    return (
        f"{move} E ver 3 {_chances(candidate.chances)} {_float(candidate.equity)} {_plies(setting)} 0 {_how(setting)}"
    )


def _seven(rollout: Rollout, side: int) -> str:
    output = " ".join(_general(n) for n in rollout.outputs[side])
    deviation = " ".join(_general(n) for n in rollout.deviations[side])
    return f"Output {output} StdDev {deviation}"


def _cube(cube: CubeAnalysis) -> str:
    rollout, setting = cube.rollout, cube.setting
    if rollout is not None:
        return (
            f"DA[X ver 3 Eq Trials {rollout.trials or 0} NoDouble {_seven(rollout, 0)} "
            f"DoubleTake {_seven(rollout, 1)} {rollout.context or 'SK 0'}]"
        )
    used = setting or Setting(0)
    return f"DA[E ver 3 {_plies(used)} {_how(used)} {_outcome(cube.no_double)} {_outcome(cube.double_take)}]"


def _outcome(outcome: Outcome) -> str:
    return f"{_chances(outcome.chances)} {_float(outcome.cubeless)} {_float(outcome.cubeful)}"
