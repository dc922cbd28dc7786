"""Configuration: ``bganalyze.toml``, or ``[tool.bganalyze]`` of ``pyproject.toml``, beside the records or above them.

Each record goes by the nearest file upwards from its own folder; files further up do not count. ``bganalyze.toml``
beats a ``pyproject.toml`` beside it. What the command line says beats them all.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple

from ..findings.codes import SEVERITIES, expand
from ..rules.declared import RuleOptions
from ..rules.policies import VALUES, with_policy
from ..rules.rule_file import is_rule_file, read_rule_file
from ..rules.variants import Rules, RulesError, parse_setting, preset

FILE: Final = "bganalyze.toml"
SHARED: Final = "pyproject.toml"
MAX_BYTES: Final = 1 << 18
"""Larger configurations are refused."""
_MOST_PARSES: Final = 300
"""How often a file is read again to find the line of a key."""

_TABLE: Final = rb"""(?m)^\s*\[{0,2}\s*(["']?)tool\1\s*(?:\.\s*["']?bganalyze\b|[\]=])"""
"""What a ``pyproject.toml`` with the table has somewhere: ``[tool.bganalyze]``, or another way to write it."""

Path = tuple[str | int, ...]
"""Where a value is: keys and, in an array of tables, the index."""


class ConfigError(ValueError):
    """What is wrong with a configuration: file, line, key and reason, as far as they are known."""


class Layer(NamedTuple):
    """What one table says; ``None`` is what it does not say."""

    rules: str | None = None
    settings: tuple[tuple[str, object], ...] = ()
    policies: tuple[tuple[str, str], ...] = ()
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    fail_on: str | None = None
    dialects: tuple[str, ...] | None = None
    aliases: Mapping[str, str] | None = None
    own_rules: Rules | None = None
    """Those of a rule file, which ``rules`` then only names."""


class Settings(NamedTuple):
    """What counts for a record, when configuration and command line are put together."""

    options: RuleOptions = RuleOptions()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    fail_on: str = "error"
    dialects: tuple[str, ...] = ()
    """Names of dialects or formats that are expected; empty: any."""
    aliases: Mapping[str, str] = {}
    """Keys of names of players -> the names that stand for them."""

    def under(self, layer: Layer) -> Settings:
        """The settings with what a layer says put over them."""
        options = self.options
        if layer.rules is not None:
            options = options._replace(name=layer.rules, rules=layer.own_rules, settings=())
        if layer.settings:
            options = options._replace(settings=tuple({**dict(options.settings), **dict(layer.settings)}.items()))
        for name, value in layer.policies:
            options = options._replace(policies=with_policy(options.policies, name, value))
        return Settings(
            options,
            self.select if layer.select is None else layer.select,
            self.ignore if layer.ignore is None else layer.ignore,
            self.fail_on if layer.fail_on is None else layer.fail_on,
            self.dialects if layer.dialects is None else layer.dialects,
            self.aliases if layer.aliases is None else layer.aliases,
        )


class Config(NamedTuple):
    """One configuration file. ``per_path``: globs and what they say, in the order of the file."""

    path: str
    folder: str
    base: Layer
    per_path: tuple[tuple[tuple[Glob, ...], Layer], ...] = ()

    def chosen(self, path: str) -> tuple[int, ...]:
        """Which of the per-path tables are about a record."""
        if not self.per_path:
            return ()
        parts = os.path.relpath(os.path.abspath(path), self.folder).replace(os.sep, "/").split("/")
        return tuple(i for i, (globs, _) in enumerate(self.per_path) if any(glob.matches(parts) for glob in globs))


class Glob:
    """A glob over paths from the folder of the configuration on: ``*``, ``?``, ``[...]`` in a name, ``**`` for folders.

    One without a slash is about names in any folder; one that is about a folder is about all that is in it.
    Nothing is looked up in the file system. Raises ``ValueError`` for what is no such glob.
    """

    def __init__(self, text: str) -> None:
        import fnmatch

        if not text.strip() or "\0" in text or not text.isprintable():
            raise ValueError("an empty glob" if not text.strip() else "a character that no path has")
        if text.startswith(("/", "~")) or re.match(r"[A-Za-z]:", text) or "\\" in text:
            raise ValueError("an absolute path, or one with backslashes")
        parts = [part for part in text.removesuffix("/").split("/") if part != "."]
        if ".." in parts:
            raise ValueError("'..' leads out of the folder of the configuration")
        if not parts or "" in parts:
            raise ValueError("an empty name between slashes")
        if len(parts) > 50 or len(text) > 1000:
            raise ValueError("too long")
        self.parts: list[Callable[[str], object] | None] = []
        for part in parts if len(parts) > 1 else ["**", *parts]:
            if part == "**":
                if self.parts[-1:] != [None]:
                    self.parts.append(None)
            elif "**" in part:
                raise ValueError("'**' is a part of its own between slashes")
            elif re.search(r"\[(?!!?\]?[^\]]*\])", part):
                raise ValueError("a bracket that is not closed")
            else:
                self.parts.append(re.compile(fnmatch.translate(part)).match)

    def matches(self, path: list[str]) -> bool:
        """Is it about the path of these parts, or about a folder in it?"""
        at = {0}
        for part in (*path, None):
            while True:  # '**' may stand for nothing
                more = {i + 1 for i in at if i < len(self.parts) and self.parts[i] is None} - at
                if not more:
                    break
                at |= more
            if len(self.parts) in at:
                return True
            if part is None:
                return False
            following = set()
            for i in at:
                test = self.parts[i]
                if test is None:
                    following.add(i)
                elif test(part):
                    following.add(i + 1)
            at = following
        return False


class Configurations:
    """The configurations of a run: found by the folders of records, read once each.

    ``file``: the one for all records. ``off``: none at all. ``command``: what the command line says.
    """

    def __init__(self, command: Layer, file: str | None = None, off: bool = False) -> None:
        self.command = command
        self.off = off
        self.default = Settings().under(command)
        self._folders: dict[str, Config | None] = {}
        self._settings: dict[tuple[str, tuple[int, ...]], Settings] = {}
        self.fixed: Config | None = None
        if file is not None:
            self.fixed = load(file, os.path.basename(file) == SHARED)
            if self.fixed is None:
                raise ConfigError(f"{file}: there is no table [tool.bganalyze]")

    def of(self, path: str) -> Settings:
        """What counts for a record. Raises ``ConfigError``."""
        config = self.config(path)
        if config is None:
            return self.default
        chosen = config.chosen(path)
        key = (config.path, chosen)
        if key not in self._settings:
            settings = Settings().under(config.base)
            for i in chosen:
                settings = settings.under(config.per_path[i][1])
            self._settings[key] = settings.under(self.command)
        return self._settings[key]

    def config(self, path: str) -> Config | None:
        """The configuration of a record; standard input has that of the working directory. Raises ``ConfigError``."""
        if self.off or self.fixed is not None:
            return self.fixed
        folder = "" if path == "-" else os.path.dirname(path)
        if folder not in self._folders:
            self._folders[folder] = self._above(os.path.abspath(folder))
        return self._folders[folder]

    def _above(self, folder: str) -> Config | None:
        asked = []
        found: Config | None = None
        while True:
            if folder in self._folders:
                found = self._folders[folder]
                break
            asked.append(folder)
            found = _in_folder(folder)
            above = os.path.dirname(folder)
            if found is not None or above == folder:
                break
            folder = above
        for place in asked:
            self._folders[place] = found
        return found


def _in_folder(folder: str) -> Config | None:
    for name in (FILE, SHARED):
        path = os.path.join(folder, name)
        if os.path.lexists(path):
            with suppress(ValueError, OSError):  # another drive, or the working directory is gone
                path = min(path, os.path.relpath(path), key=len)
            config = load(path, name == SHARED, asked=False)
            if config is not None:
                return config
    return None


def load(path: str, shared: bool, asked: bool = True) -> Config | None:
    """Read a configuration. ``None``: a ``pyproject.toml`` without the table. Raises ``ConfigError``.

    ``asked``: the user named it; a ``pyproject.toml`` that is only met on the way and cannot be read is nothing.
    """
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            raise ConfigError("not a regular file")
        if status.st_size > MAX_BYTES and not (shared and not asked):
            raise ConfigError(f"{status.st_size} bytes; configurations above {MAX_BYTES} bytes are not read")
        with open(path, "rb") as file:
            data = file.read(4 * MAX_BYTES)
    except (OSError, ConfigError) as error:
        if shared and not asked:
            return None
        raise ConfigError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    if shared and (b"bganalyze" not in data or not re.search(_TABLE, data)):
        return None  # most have nothing to do with it, and the parser is slow to load
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}:{data.count(bytes([10]), 0, error.start) + 1}: not UTF-8") from None
    return _parse(text, path, shared)


def _parse(text: str, path: str, shared: bool) -> Config | None:
    import tomllib

    text = text.replace("\r\n", "\n")
    try:
        document: Any = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line ([0-9]+), column [0-9]+\)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise ConfigError(f"{path}:{line}: {str(error).partition(' (at ')[0]}") from None
    except RecursionError:
        raise ConfigError(f"{path}: nested too deeply") from None
    root: Path = ()
    if shared:
        tool = document.get("tool")
        if not isinstance(tool, dict) or "bganalyze" not in tool:
            return None
        document, root = tool["bganalyze"], ("tool", "bganalyze")
    return _Reading(text, path, root).config(document)


class _Reading:
    """Turns a parsed document into a configuration, and says where its faults are."""

    def __init__(self, text: str, path: str, root: Path) -> None:
        self.text = text
        self.path = path
        self.root = root
        self.folder = os.path.dirname(os.path.abspath(path))

    def fault(self, at: Path, reason: str) -> ConfigError:
        """The error about a key."""
        name = ".".join(str(key) for key in at if isinstance(key, str)) or "[tool.bganalyze]"
        return ConfigError(f"{self.path}:{line_of(self.text, (*self.root, *at))}: {name}: {reason}")

    def config(self, document: Any) -> Config:
        if not isinstance(document, dict):
            raise self.fault((), f"{_kind(document)}, not a table")
        tables = document.get("per-path", [])
        base = self.layer({key: value for key, value in document.items() if key != "per-path"}, ())
        if not isinstance(tables, list):
            raise self.fault(("per-path",), f"{_kind(tables)}, not an array of tables: [[per-path]]")
        per_path = []
        for i, table in enumerate(tables):
            at: Path = ("per-path", i)
            if not isinstance(table, dict):
                raise self.fault(("per-path",), f"{_kind(table)} in it, not a table: [[per-path]]")
            if "paths" not in table:
                raise self.fault(at, "'paths' is missing")
            globs = []
            for text in self.words(table["paths"], (*at, "paths")):
                try:
                    globs.append(Glob(text))
                except ValueError as error:
                    raise self.fault((*at, "paths"), f"{text[:60]!r}: {error}") from None
            if not globs:
                raise self.fault((*at, "paths"), "no glob")
            layer = self.layer({key: value for key, value in table.items() if key != "paths"}, at)
            per_path.append((tuple(globs), layer))
        return Config(self.path, self.folder, base, tuple(per_path))

    def layer(self, table: dict[str, Any], at: Path) -> Layer:
        """The layer of a table. Raises ``ConfigError`` for keys and values that do not exist."""
        layer = Layer()
        for key, value in table.items():
            reader = _READERS.get(key)
            if reader is None:
                known = [*_READERS, *(("paths",) if at else ("per-path",))]
                raise self.fault((*at, key), f"not known; known are {', '.join(known)}")
            layer = reader(self, layer, value, (*at, key))
        return layer

    # ---- values -----------------------------------------------------------------------------------

    def word(self, value: Any, at: Path) -> str:
        if not isinstance(value, str):
            raise self.fault(at, f"{_kind(value)}, not a text")
        return value

    def words(self, value: Any, at: Path) -> list[str]:
        """A list of texts; one text alone will do."""
        if isinstance(value, str):
            return [value]
        if not isinstance(value, list):
            raise self.fault(at, f"{_kind(value)}, not a list of texts")
        for item in value:
            if not isinstance(item, str):
                raise self.fault(at, f"{_kind(item)} in a list of texts")
        return value

    def rules(self, layer: Layer, value: Any, at: Path) -> Layer:
        name = self.word(value, at)
        try:
            if is_rule_file(name):
                own = read_rule_file(self.inside(name, at))
                return layer._replace(rules=own.name, own_rules=own)
            preset(name)
        except RulesError as error:
            raise self.fault(at, str(error)) from None
        return layer._replace(rules=name, own_rules=None)

    def set(self, layer: Layer, value: Any, at: Path) -> Layer:
        if not isinstance(value, dict):
            raise self.fault(at, f"{_kind(value)}, not a table")
        settings = []
        for name, item in value.items():
            if not isinstance(item, str | int):
                raise self.fault((*at, name), f"{_kind(item)}, not a switch, a number or a text")
            written = ("on" if item else "off") if isinstance(item, bool) else str(item)
            try:
                settings.append(parse_setting(f"{name}={written}"))
            except RulesError as error:
                raise self.fault((*at, name), str(error)) from None
        return layer._replace(settings=tuple(settings))

    def policies(self, layer: Layer, value: Any, at: Path) -> Layer:
        if not isinstance(value, dict):
            raise self.fault(at, f"{_kind(value)}, not a table")
        chosen = []
        for name, item in value.items():
            if name not in VALUES:
                raise self.fault((*at, name), f"not known; known are {', '.join(VALUES)}")
            text = self.word(item, (*at, name))
            if text not in VALUES[name]:
                raise self.fault((*at, name), f"{text[:60]!r} is not {' or '.join(VALUES[name])}")
            chosen.append((name, text))
        return layer._replace(policies=tuple(chosen))

    def codes(self, value: Any, at: Path) -> tuple[str, ...]:
        found: list[str] = []
        for text in self.words(value, at):
            try:
                found += expand(text)
            except ValueError as error:
                raise self.fault(at, str(error)) from None
        return tuple(found)

    def select(self, layer: Layer, value: Any, at: Path) -> Layer:
        return layer._replace(select=self.codes(value, at))

    def ignore(self, layer: Layer, value: Any, at: Path) -> Layer:
        return layer._replace(ignore=self.codes(value, at))

    def fail_on(self, layer: Layer, value: Any, at: Path) -> Layer:
        text = self.word(value, at)
        if text not in SEVERITIES:
            raise self.fault(at, f"{text[:60]!r} is not {' or '.join(SEVERITIES)}")
        return layer._replace(fail_on=text)

    def dialect(self, layer: Layer, value: Any, at: Path) -> Layer:
        from ..formats import FORMATS
        from ..formats.dialects import DIALECTS

        names = self.words(value, at)
        for name in names:
            if name not in DIALECTS and name not in FORMATS:
                known = ", ".join(sorted({*DIALECTS, *FORMATS}))
                raise self.fault(at, f"{name[:60]!r} is no dialect and no format; known are {known}")
        return layer._replace(dialects=tuple(names))

    def aliases(self, layer: Layer, value: Any, at: Path) -> Layer:
        from ..analysis.aliases import AliasError, join_names, read_aliases

        if isinstance(value, dict):
            try:
                names = join_names(value)
            except AliasError as error:
                raise self.fault(at, str(error)) from None
        else:
            path = self.inside(self.word(value, at), at)
            try:
                names = read_aliases(path)
            except AliasError as error:
                raise self.fault(at, f"{value}: {error}") from None
            except OSError as error:
                raise self.fault(at, f"{value}: {error.strerror}") from None
        return layer._replace(aliases=names)

    def inside(self, name: str, at: Path) -> str:
        """The path of a file that the configuration names: in its folder, also when all links are followed."""
        if not name or "\0" in name:
            raise self.fault(at, "no path")
        if os.path.isabs(name) or name.startswith("~") or re.match(r"[A-Za-z]:", name):
            raise self.fault(at, f"{name[:60]!r} is absolute; paths start at the folder of the configuration")
        if ".." in re.split(r"[/\\]", name):
            raise self.fault(at, f"{name[:60]!r}: '..' leads out of the folder of the configuration")
        path = os.path.join(self.folder, name)
        home = os.path.realpath(self.folder)
        real = os.path.realpath(path)
        if os.path.commonpath((home, real)) != home:
            raise self.fault(at, f"{name[:60]!r} is a link that leads out of the folder of the configuration")
        if not os.path.isfile(real):
            raise self.fault(at, f"{name[:60]!r}: {'not a file' if os.path.lexists(path) else 'no such file'}")
        return path


_READERS: Final[dict[str, Callable[[_Reading, Layer, Any, Path], Layer]]] = {
    "rules": _Reading.rules,
    "set": _Reading.set,
    "policies": _Reading.policies,
    "select": _Reading.select,
    "ignore": _Reading.ignore,
    "fail-on": _Reading.fail_on,
    "dialect": _Reading.dialect,
    "aliases": _Reading.aliases,
}
"""The one list of keys."""


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return f"the switch {str(value).lower()}"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, int | float):
        return f"the number {str(value)[:40]}"
    if isinstance(value, list):
        return "a list"
    return "a table" if isinstance(value, dict) else "a date or time"


def line_of(text: str, at: Path) -> int:
    """The line (from 1) at which a key of a valid TOML text stands.

    The parser gives no lines. So the text is cut after ever other lines: the key stands where a beginning of the text
    that the parser accepts has it and the one before has not.
    """
    import tomllib

    lines = text.split("\n")
    parses = 0

    def has(count: int) -> bool | None:
        """Does the text of so many lines have the key? ``None``: it ends inside a value."""
        nonlocal parses
        parses += 1
        try:
            value: Any = tomllib.loads("\n".join(lines[:count]) + "\n")
        except tomllib.TOMLDecodeError:
            return None
        for key in at:
            if isinstance(key, int):
                if not isinstance(value, list) or key >= len(value):
                    return False
            elif not isinstance(value, dict) or key not in value:
                return False
            value = value[key]
        return True

    low, high = 0, len(lines)  # has(low) is false, has(high) is true
    while high - low > 1:
        middle = (low + high) // 2
        answer = None
        for cut in (*range(middle, high), *range(middle - 1, low, -1)):
            answer = has(cut) if parses < _MOST_PARSES else None
            if answer is not None:
                break
        if answer is None:
            break  # nothing in between ends a value
        if answer:
            high = cut
        else:
            low = cut
    for number in range(low + 1, high + 1):
        if lines[number - 1].strip() and not lines[number - 1].lstrip().startswith("#"):
            return number
    return high
