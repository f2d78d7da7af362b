"""The kit of a game: its only entry point. It names each part as `module:attribute`, which is loaded when it is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, fields
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from woozle.core.value import value

if TYPE_CHECKING:
    from woozle.core.datasets import Tell


@value
class OptionFile:
    """An option that may name a file.

    reader: `module:attribute` of a function that returns the option's value from the content of the file: its text or, for one that
        ends in `.parquet`, its rows. It raises ValueError with the end of a sentence, and calls its second argument with sentences
        on what it leaves out.
    help: If it is an option of the command line too, and need not be written with `--set`: the help for it there.
    has_several: whether it may name several files, with commas between them; the value of each is a sequence of items with an `id`.
    ways: keyword arguments of the reader, as `NAME=VALUE`, of which one may be written after a file: `FILE?NAME=VALUE`.
    """

    endings: tuple[str, ...]
    reader: str
    help: str = ""
    has_several: bool = False
    ways: tuple[str, ...] = ()

    def parse(self, content: Any, tell: Tell, way: str = "") -> Any:
        """Return the value that the content of a file stands for, read in one of the ways, if any.

        Raises ValueError with the end of a sentence.
        """
        read: Callable[..., Any] = resolve_name(self.reader)
        return read(content, tell, **dict([way.split("=")] if way else ()))


@value
class OptionList:
    """An option that is a list in JSON, or a .json file with one.

    example: what it looks like, and means. has_commas: whether it may be written as texts with commas between them.
    reader: as of OptionPath, if it names files; given the list.
    """

    example: str
    has_commas: bool = False
    reader: str = ""


@value
class OptionPath:
    """An option that names files or folders.

    reader: `module:attribute` of an `OptionReader` (arena/play/option_files.py).
    """

    reader: str


@value
class GameKit:
    """A game, as a package offers it through the entry point group `woozle.games`, named like the game.

    Every part but `game` is optional: rules alone can be played everywhere. A part is named as `module:attribute`, and is a
    function unless something else is said. Beside the module of the kit, `welcome.toml` has the title and what newcomers read,
    and `views/help.md` how to read the table.

    A package adds to a game of another package by a kit without `game`, in the entry point group `woozle.additions`, named like the
    game. Its bots and services are added. Other parts are taken where the game has none, and those for models only together.

    Args:
        game: Its rules, a `Game` (core/game.py).
        words: A `Words` (core/words.py): its rules and its Events in words, and what a viewer knows.
        data: Files that come with the rules, by what they hold; paths beside the module of the kit. A path that ends in `/` is a
            folder of YAML files.
        options: Those that can be more than a plain value on the command line, in forms and in studies.
        recordings: Kits of what is not played but is recorded, verified and resumed as games are, by its name in transcripts.
        papers: Recipes of papers (arena/reproduction/recipe.py), by the name in `woozle reproduce`; paths beside the module of the
            kit.

        bots: A tuple of `Bot` classes (players/bot.py), the default first.
        services: Given the configuration, returns the services that a match needs, each a `ServiceRole`
            (players/services/service.py) with its providers, the default first.
        service_help: Help for the options of the command line that choose services, by service.
        diagnose: Given the environment, returns the report of `woozle doctor` on files that are downloaded separately: what they
            are, a sentence without its full stop, and what to do, empty if all is well.
        pictures: Draws the game for a seat, given the open Request or None and the seat's observation: equal observations give
            equal bytes.
        describe_picture: If the game is about pictures, returns a description in words for those who cannot see, given the same;
            else empty.
        is_described: Given the configuration, returns whether there are words for all pictures.

        recall: Given a Request and the seat's observation, returns the part that a model reads again.
        digest: Given the seat's observation so far, yields a short summary of it for the seat's own eyes, in lines; None for the
            last Event of each kind.
        conversation: For a game that is itself a conversation, yields all turns that a model is sent, first whole and then ever
            shorter, until they fit, given a Request and the seat's observation.
        prompts: Prompts by name that a model reads in place of all these, where its seat says `prompts=NAME`, such as those of a
            paper: each a `PromptSet` (players/generic_prompt.py).
        reply: Returns an answer as a model would give it in plain text.
        line_reader: Returns a function that reads one typed line as a whole answer, given a Request and the seat's observation;
            None if a line is not enough.

        table: Given the state of a viewer, and the request to it or None, returns its `TableView` (arena/views/panels.py).
        end_card: Given the End of a match (arena/views/end.py), returns the card over its table, for which `card_of` has the common
            parts, and `part_of`, `part_of_others` and `rank` (arena/views/end_card.py) have words.
        deed: Given the Result of a seat, returns what the seat did in a few words without names, for the line to share after a
            daily deal, in place of its score.
        results: Given the End of a match, returns the last page, for which `results_of` has the common parts.
        report: A `ReportView` (arena/views/report.py): the report's sections that are specific to the game.
        audit: Returns a new Audit (arena/views/audits.py), given `is_imported`, if claims made in the game can be checked.
        notebook: Given a seat, returns its empty notebook, in place of one of what each seat said.
        form: A tuple of `Select` and `TextField` (arena/views/forms.py): the rows before a match, in place of those made from the
            options of the game.
        commands: A tuple of Typer apps with the commands of `woozle` that only this game has. They are loaded whenever `woozle`
            starts, so their modules should import large libraries only where they are used.
        keys: A tuple of `Section` (tui/settings/keymap.py): the bindings of its own screens and widgets, which help names and
            which can be moved.
    """

    game: str = ""
    words: str = ""
    data: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    options: Mapping[str, OptionFile | OptionList | OptionPath] = field(default_factory=dict)
    recordings: Mapping[str, GameKit] = field(default_factory=dict)
    papers: Mapping[str, str] = field(default_factory=dict)

    bots: str = ""
    services: str = ""
    service_help: Mapping[str, str] = field(default_factory=dict)
    diagnose: str = ""
    pictures: str = ""
    describe_picture: str = ""
    is_described: str = ""

    recall: str = ""
    digest: str = ""
    conversation: str = ""
    prompts: Mapping[str, str] = field(default_factory=dict)
    reply: str = ""
    line_reader: str = ""

    table: str = ""
    end_card: str = ""
    deed: str = ""
    results: str = ""
    report: str = ""
    audit: str = ""
    notebook: str = ""
    form: str = ""
    commands: str = ""
    keys: str = ""


def list_parts(kit: GameKit) -> dict[str, str]:
    """Return the parts that a kit names, by name, as `module:attribute`."""
    found = {each.name: getattr(kit, each.name) for each in fields(kit)}
    return {name: where for name, where in found.items() if where and isinstance(where, str)}
