"""The kit of the debate."""

from woozle.core.kit import GameKit, OptionFile, OptionList

GAME = GameKit(
    "woozle.games.debate.rules:Debate",
    words="woozle.games.debate.words:WORDS",
    players="woozle.games.debate.players.kit:PLAYERS",
    views="woozle.games.debate.views.kit:VIEWS",
    commands="woozle.games.debate.tui.commands:COMMANDS",
    options={
        "pool": OptionFile((".csv", ".json", ".jsonl", ".parquet"), "woozle.games.debate.data.question_files:parse"),
        "graph": OptionList("[[1, 2], [0], [0]], for each seat whom it listens to, from 0"),
        "firsts": OptionList('["... Answer: A", "... Answer: B"], a text for each seat'),
    },
    data={"problems": ("data/problems.jsonl",)},
)
