"""Files that games need: those that come with their rules, pictures of users, and what has to be fetched."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable

from woozle.arena.play.packs import BrokenPack, count_items, list_packs, read_part
from woozle.arena.play.pictures import pictures_folder
from woozle.core.errors import InputError
from woozle.core.plugins import GAMES, PluginError, module_of
from woozle.core.registry import kit_of, names
from woozle.core.welcome import load_welcome_or_error
from woozle.players.registry import diagnoses
from woozle.tui.doctor.findings import Finding, Section, anonymise, missing, note, ok, problem


def game_data(environ: Mapping[str, str] = os.environ) -> Section:
    """Check the installed data, and report its size."""
    return Section("Games", (*_data(), *_packs(), _pictures(), *_downloads(environ)))


def _data() -> Iterator[Finding]:
    for game in names():
        with suppress(PluginError):  # reported with the software
            for what, paths in kit_of(game).data.items():
                yield _files(what, game, paths)


def _files(what: str, game: str, paths: Sequence[str]) -> Finding:
    folder = files(module_of(GAMES, game).rpartition(".")[0])
    paths = [each for path in paths for each in _list_files(folder, path)]
    title = load_welcome_or_error(game).title
    if gone := [path for path in paths if not folder.joinpath(path).is_file()]:
        return problem(what, f"{', '.join(gone)} of {title} is not there", "install it again")
    size = sum(len(folder.joinpath(path).read_bytes()) for path in paths)
    stems = ", ".join(path.rpartition("/")[2].partition(".")[0] for path in paths)
    return ok(what, f"{stems} of {title}, {_size(size)}")


def _list_files(folder: Traversable, path: str) -> list[str]:
    """Return a path, or those of the YAML files in the folder that it names."""
    if not path.endswith("/"):
        return [path]
    return sorted(f"{path}{each.name}" for each in folder.joinpath(path).iterdir() if each.name.endswith(".yaml"))


def _packs() -> Iterator[Finding]:
    """Yield the packs, each with all that it has as the game would read it."""
    for pack in list_packs():
        if isinstance(pack, BrokenPack):
            yield note("pack", anonymise(pack.why).rstrip("."), "`woozle pack list` lists all")
            continue
        name = pack.manifest.name
        try:
            found = [(part, count_items(part.game, read_part(part.game, f"{name}/{part.name}"))) for part in pack.parts]
        except InputError as error:
            yield note("pack", f"{name} cannot be used: {anonymise(error).rstrip('.')}", "`woozle pack check FOLDER` says more")
            continue
        told = ", ".join(f"{part.game} {part.name} ({number})" for part, number in found)
        yield ok("pack", f"{name} {pack.manifest.version}: {told}")


def _pictures() -> Finding:
    number = total = 0
    with suppress(OSError):
        for entry in os.scandir(pictures_folder()):
            number += 1
            total += entry.stat().st_size
    return ok(
        "pictures", f"{number:,} of your own are kept, {_size(total)}" if number else "scenes are drawn; you keep none of your own"
    )


def _downloads(environ: Mapping[str, str]) -> Iterator[Finding]:
    for game in names():
        with suppress(PluginError):
            for what, sentence, remedy in diagnoses(game, environ):
                yield missing(what, sentence, remedy) if remedy else ok(what, sentence)


def _size(number: int) -> str:
    return f"{number / 1e6:,.1f} MB" if number >= 100_000 else f"{number / 1e3:,.0f} kB"
