"""Pages for people: one for each rule set, one for all fields, one for tags of records, one for their notation."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from .fields import MEANINGS, TAGS, stated, values_of, words_of
from .variants import FIELDS, PRESET_NOTES, PRESETS, Rules, spelled

SUBJECTS: Final = (*PRESETS, "rules", "tags", "notation")
"""What has a page."""


def page(subject: str) -> str:
    """The Markdown page of a rule set, of ``rules``, ``tags`` or ``notation``. Raises ``KeyError``."""
    if subject not in SUBJECTS:
        raise KeyError(subject)
    prose = files(__package__).joinpath("pages", f"{subject}.md").read_text(encoding="utf-8")
    if subject in PRESETS:
        return f"# {subject}\n\n{_sentence(PRESET_NOTES[subject])}\n\n{_differences(PRESETS[subject])}\n\n{prose}"
    if subject == "notation":
        return prose
    title, _, rest = prose.partition("\n\n")
    introduction, _, rest = rest.partition("\n\n")
    return "\n\n".join((title, introduction, _fields() if subject == "rules" else _tags(), rest))


def differences(rules: Rules) -> list[str]:
    """The fields in which a rule set differs from ``backgammon``."""
    plain = Rules()
    return [field for field in FIELDS if getattr(rules, field) != getattr(plain, field)]


def _sentence(note: str) -> str:
    return f"{note[0].upper()}{note[1:]}."


def _differences(rules: Rules) -> str:
    """A list that is made from the fields, so that it cannot lag behind them."""
    different = differences(rules)
    length = "an unlimited session, if the record states no length" if rules.money else "a match, as long as stated"
    head = f"Length: {length}."
    if not different:
        return f"{head} The other rule sets are told by what differs from this one."
    rows = "\n".join(f"* `{stated(f, getattr(rules, f))}`: {MEANINGS[f]}" for f in different)
    return f"{head} Differs from `backgammon`:\n\n{rows}"


def _fields() -> str:
    rows = ["| field | values | `backgammon` | meaning |", "|---|---|---|---|"]
    plain = Rules()
    for field in FIELDS:
        value = words_of(field, getattr(plain, field))
        rows.append(f"| `{spelled(field)}` | {values_of(field)} | `{value}` | {MEANINGS[field]} |")
    return "\n".join(rows)


def _tags() -> str:
    rows = ["| tag | states |", "|---|---|"]
    rows += [f"| `{TAGS[field]}` | `{spelled(field)}`: {values_of(field)} |" for field in FIELDS]
    return "\n".join(rows)
