"""Packs: folders with more to play. What a match takes from one is in its configuration, and so in its transcript.

A pack has a `pack.toml`: what it is, and its parts. A part is a set of options of one game; some of them name files of the pack.
Packs come with Woozle, are added to its data folder (`pack_store.py`), or are brought by installed packages: the entry point group
`woozle.packs`, each entry names the module beside `pack.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from pydantic import Field, StringConstraints, ValidationError, field_validator

from woozle.arena.arguments import GameName
from woozle.arena.play import option_files
from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.frozen_model import FrozenModel
from woozle.core.kit import OptionList
from woozle.core.plugins import PACKS, module_of
from woozle.core.plugins import names as plugin_names
from woozle.core.regular_files import read_file
from woozle.core.suggestions import suggest
from woozle.core.text import visible_line
from woozle.core.validation import Problem, first_problem
from woozle.core.value import value
from woozle.saves.paths import data_folder

OPTION = "pack"
"""The option that stands for all that a part sets: `pack=NAME`, or `pack=NAME/PART` where the pack has several for the game."""

PREFIX = f"{OPTION}:"
"""Before the name of a part where it stands for the value of one option, in forms."""

MANIFEST = "pack.toml"
OWN, ADDED = "Woozle", "added"
_OWN_FOLDER = "woozle.core.packs"
_OWN_NAMES = ("more",)
_MOST_BYTES = 64 * 2**10  # of a manifest

Name: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,39}$")]
Line: TypeAlias = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]


class PackError(InputError):
    """A pack that is missing or cannot be used. The message says which, why and what to do, in a sentence."""


class Manifest(FrozenModel):
    """The content of a `pack.toml`.

    name: as commands name it. version: of its content. licence: of its texts, best as SPDX names it. sources: where its facts are
    from, or who wrote it. games: the options of each part, by its name and the name of its game.
    """

    name: Name
    title: Line
    version: Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z][0-9A-Za-z.+-]{0,19}$")]
    licence: Line
    sources: tuple[Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)], ...] = Field(
        min_length=1, max_length=200
    )
    games: Mapping[GameName, Mapping[Name, Mapping[str, Any]]] = Field(min_length=1)

    @field_validator("games")
    @classmethod
    def _has_options(cls, games: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
        for game, parts in games.items():
            if not parts:
                raise InputError(f"[games.{game}] has no part; write one as [games.{game}.NAME]")
            for part, options in parts.items():
                if not options:
                    raise InputError(f"[games.{game}.{part}] sets no option; name a file with one, as in pool = 'FILE.jsonl'")
        return games


@value
class Part:
    """A set of options of one game. options: as the manifest has them."""

    game: str
    name: str
    options: Mapping[str, Any]


@value
class Pack:
    """A pack that can be played with. origin: `Woozle`, `added`, or the module of the package that brings it."""

    folder: Path
    manifest: Manifest
    origin: str

    @property
    def parts(self) -> tuple[Part, ...]:
        """All its parts, as the manifest orders them."""
        return tuple(Part(game, name, options) for game, parts in self.manifest.games.items() for name, options in parts.items())

    def parts_of(self, game: str) -> tuple[Part, ...]:
        """Return the parts for a game."""
        return tuple(part for part in self.parts if part.game == game)

    def name_of(self, part: Part) -> str:
        """Return the name of a part as an option gives it, which is that of the pack alone where it has one part for the game."""
        return self.manifest.name if len(self.parts_of(part.game)) == 1 else f"{self.manifest.name}/{part.name}"


@value
class BrokenPack:
    """A pack that cannot be used. why: a sentence."""

    name: str
    origin: str
    why: str


def added_folder() -> Path:
    """Return the folder of the packs that were added, one folder each."""
    return data_folder() / "packs"


def list_packs() -> list[Pack | BrokenPack]:
    """Return all packs: Woozle's own, added ones, and those of installed packages; the first of each name."""
    found: dict[str, Pack | BrokenPack] = {}
    for name, origin, folder in _places():
        if name not in found:
            found[name] = _open(name, origin, folder)
    return list(found.values())


def packs_by_name() -> dict[str, Pack | BrokenPack]:
    """Return all packs by name, those that cannot be used included."""
    return {each.manifest.name if isinstance(each, Pack) else each.name: each for each in list_packs()}


def find_pack(name: str) -> Pack:
    """Return the pack of that name. Raises PackError."""
    packs = packs_by_name()
    match packs.get(name):
        case Pack() as pack:
            return pack
        case BrokenPack(why=why):
            raise PackError(why)
    raise PackError(f"There is no pack {visible_line(name)!r}; {suggest(name, packs)}")


def offers(game: str) -> Iterator[tuple[Pack, Part]]:
    """Yield the parts that are on offer for a game, with their packs."""
    for pack in list_packs():
        if isinstance(pack, Pack):
            yield from ((pack, part) for part in pack.parts_of(game))


def apply(game: str, options: Mapping[str, Any], tell: Callable[[str], None] = lambda sentence: None) -> dict[str, Any]:
    """Return options of a game with those that a pack brings in the place of the option `pack`.

    Raises ValueError, with a sentence, for a pack that cannot be used, and for one that brings an option which is given as well.
    """
    if OPTION not in options or has_own_option(game):
        return dict(options)
    named = str(options[OPTION])
    brought = read_part(game, named, tell)
    if both := next((name for name in brought if name in options), None):
        raise PackError(f"The pack {visible_line(named)} brings the {both}; leave out one of them.")
    return {**brought, **{name: each for name, each in options.items() if name != OPTION}}


def has_own_option(game: str) -> bool:
    """Return whether a game itself has an option `pack`, which then keeps its meaning."""
    return OPTION in registry.game(game).config_type.model_fields


def read_part(
    game: str, named: str, tell: Callable[[str], None] = lambda sentence: None, *, is_typed: bool = False
) -> dict[str, Any]:
    """Return the options that a part sets, with the content of its files. named: `NAME` or `NAME/PART`.

    tell, is_typed: as `option_files.value` takes them. Raises ValueError with a sentence.
    """
    name, _, wanted = named.partition("/")
    pack = find_pack(name)
    parts = {part.name: part for part in pack.parts_of(game)}
    if not parts:
        raise PackError(f"The pack {name} has nothing for {game}; it is for {', '.join(pack.manifest.games)}.")
    if not wanted and len(parts) > 1:
        raise PackError(f"The pack {name} has several parts for {game}; name one: {', '.join(f'{name}/{part}' for part in parts)}.")
    if wanted and wanted not in parts:
        raise PackError(f"The pack {name} has no part {visible_line(wanted)!r} for {game}; {suggest(wanted, parts)}")
    part = parts[wanted] if wanted else next(iter(parts.values()))
    return {option: read_option(pack.folder, part, option, tell, is_typed=is_typed) for option in part.options}


def read_option(
    folder: Path, part: Part, option: str, tell: Callable[[str], None] = lambda sentence: None, *, is_typed: bool = False
) -> Any:
    """Return the value of an option of a part, or the content of the file that it names in this folder.

    Raises ValueError, with a sentence, for what a part may not set and for a file that cannot be used.
    """
    given = part.options[option]
    kind = registry.kit_of(part.game).options.get(option)
    if isinstance(kind, OptionList) and (isinstance(given, str) or kind.reader):
        if kind.reader:
            raise PackError(f"{option} cannot be set by a pack, since matches only keep the names of what it reads; take it out.")
        raise PackError(f"{option} is a list; write it as one, in brackets.")
    if not isinstance(given, str):
        return given
    if not given.strip():
        raise PackError(f"{option} is empty; name something, or take it out.")
    if not option_files.is_file(option, given, part.game):
        if kind is not None and any(mark in given for mark in "/\\."):
            raise PackError(f"{option} names {visible_line(given)}, which is no file that it can be; {_endings(kind)}.")
        return given
    path = _inside(folder, given)
    if path is None:
        raise PackError(f"{option} names {visible_line(given)}, which is not in the folder of the pack; put the file there.")
    return option_files.value(option, str(path), part.game, tell, is_typed=is_typed)


def read_manifest(text: str) -> Manifest:
    """Return the content of a `pack.toml`. Raises ValueError for what is no TOML, ValidationError for all that is wrong with it."""
    try:
        return Manifest.model_validate(tomllib.loads(text))
    except RecursionError:
        raise InputError("is nested too deeply") from None


def wording(problem: Problem) -> str:
    """Return what is wrong with one field of a manifest, without a full stop."""
    words = {"is missing": "is missing; add it", "is not a known name": "is not a field of a pack; take it out"}
    told = problem.words if problem.is_own else str(replace(problem, words=words.get(problem.words, problem.words)))
    return visible_line(told)


def _endings(kind: Any) -> str:
    return f"name one that ends in {' or '.join(kind.endings)}" if hasattr(kind, "endings") else "take it out"


def _inside(folder: Path, name: str) -> Path | None:
    """Return the path of something in a folder; None if it is not there, or a link leads elsewhere."""
    with suppress(OSError, RuntimeError, ValueError):
        root, path = folder.resolve(), (folder / name).resolve()
        if path != root and path.is_relative_to(root) and path.exists():
            return path
    return None


def _places() -> Iterator[tuple[str, str, Path | None]]:
    """Yield name, origin and folder of all packs; no folder where a package cannot be found."""
    for name in _OWN_NAMES:
        yield name, OWN, Path(str(files(_OWN_FOLDER))) / name
    with suppress(OSError):
        for folder in sorted(added_folder().iterdir()):
            if not folder.name.startswith(".") and folder.is_dir():
                yield folder.name, ADDED, folder
    for name in plugin_names(PACKS):
        module = module_of(PACKS, name)
        try:
            yield name, module, Path(str(files(module)))
        except Exception:  # a package of others may raise anything
            yield name, module, None


def _open(name: str, origin: str, folder: Path | None) -> Pack | BrokenPack:
    shown = visible_line(name)
    what = f"The pack {shown}" if origin in (OWN, ADDED) else f"The pack {shown} of the package {visible_line(origin)}"
    mend = f"`woozle pack remove {shown}` takes it away" if origin == ADDED else "install it again"
    if folder is None:
        return BrokenPack(shown, origin, f"{what} cannot be imported; {mend}.")
    try:
        manifest = read_manifest(read_file(folder / MANIFEST, _MOST_BYTES).decode("utf-8"))
    except OSError as error:
        return BrokenPack(shown, origin, f"{what} has no {MANIFEST} that can be read ({error.strerror}); {mend}.")
    except ValidationError as error:
        return BrokenPack(shown, origin, f"{what} cannot be used: {MANIFEST}: {wording(first_problem(error))}.")
    except ValueError:
        return BrokenPack(shown, origin, f"{what} has a {MANIFEST} that is not TOML in UTF-8; {mend}.")
    if manifest.name != name:
        return BrokenPack(shown, origin, f"{what} calls itself {manifest.name} in its {MANIFEST}; {mend}.")
    return Pack(folder, manifest, origin)


def count_items(game: str, part: Mapping[str, Any]) -> int:
    """Return how many items the options of a part hold, as they were read: the longest of their lists, or 1.

    Raises ConfigError where the game cannot be played with them.
    """
    config = configure_part(game, part)
    return max((len(found) for name in part if isinstance(found := getattr(config, name), tuple)), default=1) or 1


def configure_part(game: str, part: Mapping[str, Any]) -> Any:
    """Return the default configuration of a game with the options of a part. Raises ConfigError, UnknownGameError."""
    kind = registry.game(game)
    return registry.configure(kind, next(iter(kind.presets)), part)
