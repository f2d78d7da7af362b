"""`woozle pack`: list, check, add and remove packs."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from woozle.tui.cli.arguments import JSON
from woozle.tui.cli.commands import print_result
from woozle.tui.cli.sentences import notice
from woozle.tui.cli.usage import command_group

if TYPE_CHECKING:
    from woozle.arena.play.pack_check import Checked
    from woozle.arena.play.packs import BrokenPack, Pack

FOLDER = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the pack, with its pack.toml.")]

app = command_group("Add more to play: problems, passages, scenes, maps.")


@app.command("list")
def list_all(as_json: JSON = False) -> None:
    """List packs, and what each has for which game."""
    from woozle.arena.play.packs import list_packs

    found = list_packs()
    print_result(
        as_json, lambda: {"packs": [_as_dict(each) for each in found]}, lambda: (line for each in found for line in _lines(each))
    )


@app.command()
def check(folder: FOLDER, as_json: JSON = False) -> None:
    """Check every file and item of a pack. Exit status 1 if something is wrong."""
    from woozle.arena.play.pack_check import check_folder

    checked = check_folder(folder)
    found = {"good": not checked.faults, "items": checked.items, "faults": [asdict(each) for each in checked.faults]}
    print_result(as_json, lambda: found, lambda: map(str, checked.faults) if checked.faults else _good(checked))
    if checked.faults:
        raise typer.Exit(1)


@app.command()
def add(folder: FOLDER) -> None:
    """Check a pack, and copy it into Woozle's data folder."""
    from woozle.arena.play.pack_store import add_pack
    from woozle.arena.play.packs import ADDED, Pack, added_folder

    manifest = add_pack(folder)
    notice(f"{manifest.title} is added.")
    print(*_lines(Pack(added_folder() / manifest.name, manifest, ADDED)), sep="\n")


@app.command()
def remove(name: Annotated[str, typer.Argument(help="The name of the pack.")]) -> None:
    """Remove a pack that was added. Matches keep what they took from it."""
    from woozle.arena.play.pack_store import remove_pack

    remove_pack(name)
    notice(f"The pack {name} is removed.")


def _lines(pack: Pack | BrokenPack) -> list[str]:
    """Return the pack in a line, and how to play each part of it."""
    from woozle.arena.play.packs import OPTION, OWN, BrokenPack
    from woozle.arena.views.report import aligned_lines
    from woozle.core.text import visible_line

    if isinstance(pack, BrokenPack):
        return [pack.why]
    about = pack.manifest
    whose = {OWN: "Woozle's own", "added": "added"}.get(pack.origin, f"of the package {pack.origin}")
    rows = [(f"woozle play {part.game} --set {OPTION}={pack.name_of(part)}", part.name.replace("_", " ")) for part in pack.parts]
    head = f"{about.name} {about.version}  {about.title} ({about.licence}; {whose})"
    return [visible_line(line) for line in (head, *(f"  {row}" for row in aligned_lines(rows)))]


def _good(checked: Checked) -> list[str]:
    from woozle.arena.views.words import count

    assert checked.manifest
    parts = [f"  {part}: {count(number, 'item')}" for part, number in checked.items.items()]
    return [f"{checked.manifest.title} can be added.", *parts]


def _as_dict(pack: Pack | BrokenPack) -> dict[str, Any]:
    from woozle.arena.play.packs import BrokenPack

    if isinstance(pack, BrokenPack):
        return {"name": pack.name, "origin": pack.origin, "problem": pack.why}
    about = pack.manifest.model_dump(mode="json", exclude={"games"})
    parts = [{"game": part.game, "part": part.name, "option": pack.name_of(part)} for part in pack.parts]
    return {**about, "origin": pack.origin, "parts": parts, "problem": ""}
