"""Stakes and money: what a point is, what a player must bring, and table stakes.

The points of a game count stakes, as records write them. Where the loser pays for the checkers left, they are what
is paid, the stake included.
"""

from __future__ import annotations

from .variants import Rules


def unit(rules: Rules) -> int:
    """What the points of a game are counted in: 1, or the stake where the loser pays for the checkers left."""
    return rules.stake if rules.payoff == "checkers-left" else 1


def money_of_point(rules: Rules) -> int:
    """What one point of a score costs."""
    return rules.stake // unit(rules)


def smallest_balance(stake: int, cube_limit: int, highest_multiplier: int) -> int:
    """What a player must have to pay for any game: stake times cube limit times the highest multiplier of an end.

    Source: the Latvian page on short nardy. Raises ``ValueError`` for a number below 1.
    """
    if min(stake, cube_limit, highest_multiplier) < 1:
        raise ValueError("stake, cube limit and multiplier are 1 or more")
    return stake * cube_limit * highest_multiplier


def highest_multiplier(rules: Rules) -> int:
    """The most that the end of a game multiplies the stake and the cube with."""
    if rules.payoff == "checkers-left":
        return rules.checkers()
    return max(1, rules.gammon, rules.backgammon)


def holdings(rules: Rules, score: tuple[int, int]) -> tuple[int, int] | None:
    """Table stakes: what both players have at a score (points won by each). ``None``: no table stakes.

    Nobody has less than nothing, nor more than all the money. Source: the Estonian page.
    """
    if rules.bankrolls is None:
        return None
    first, second = rules.bankrolls
    whole = first + second
    have = min(max(first + money_of_point(rules) * (score[0] - score[1]), 0), whole)
    return have, whole - have


def most_lost(rules: Rules, score: tuple[int, int], loser: int) -> int | None:
    """Table stakes: the most points that a player can lose at a score; the last of them may be paid in part."""
    have = holdings(rules, score)
    return None if have is None else -(-have[loser] // money_of_point(rules))
