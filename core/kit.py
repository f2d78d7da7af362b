"""The kit of a game: its only entry point. It names each part as `module:attribute`, which is loaded when it is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from pkgutil import resolve_name
from typing import Any

from woozle.core.datasets import Tell
from woozle.core.value import value


@value
class OptionFile:
    """An option that may name a file.

    reader: `module:attribute` of a function that returns the option's value from the content of the file: its text or, for one that
        ends in `.parquet`, its rows. It raises ValueError with the end of a sentence, and calls its second argument with sentences
        on what it leaves out.
    """

    endings: tuple[str, ...]
    reader: str

    def parse(self, content: Any, tell: Tell) -> Any:
        """Return the value that the content of a file stands for. Raises ValueError with the end of a sentence."""
        read: Callable[[Any, Tell], Any] = resolve_name(self.reader)
        return read(content, tell)


@value
class OptionList:
    """An option that is a list in JSON, or a .json file with one.

    example: what it looks like, and means. has_commas: whether it may be written as texts with commas between them.
    """

    example: str
    has_commas: bool = False


@value
class GameKit:
    """A game, as a package offers it through the entry point group `woozle.games`, named like the game.

    Every part but `game` is optional: rules alone can be played everywhere. A `welcome.toml` beside the module of the kit has the
    title, and what newcomers read.

    Args:
        game: Its rules, a `Game` (core/game.py).
        words: A `Words` (core/words.py): its rules and its Events in words, and what a viewer knows.
        players: A `GamePlayers` (players/registry.py): bots, pictures, services, what prompts add.
        views: A `GameViews` (arena/views/registry.py): what the table shows.
        commands: A `GameCommands` (tui/game_commands.py): commands of this game alone.
        options: Those that can be more than a plain value on the command line, in forms and in studies.
        data: Files that come with the rules, by what they hold; paths beside the module of the kit. A path that ends in `/` is a
            folder of YAML files.
        recordings: Kits of what nobody plays but is recorded, verified and resumed as games are, by its name in transcripts.
    """

    game: str
    words: str = ""
    players: str = ""
    views: str = ""
    commands: str = ""
    options: Mapping[str, OptionFile | OptionList] = field(default_factory=dict)
    data: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    recordings: Mapping[str, GameKit] = field(default_factory=dict)
