"""The kit of self-play."""

from woozle.core.kit import GameKit, OptionFile, OptionList

GAME = GameKit(
    "woozle.games.self_play.rules:SelfPlay",
    words="woozle.games.self_play.words:WORDS",
    players="woozle.games.self_play.players.kit:PLAYERS",
    views="woozle.games.self_play.views.kit:VIEWS",
    commands="woozle.games.self_play.tui.commands:COMMANDS",
    options={
        "pool": OptionFile((".csv", ".json", ".jsonl", ".tsv", ".parquet"), "woozle.games.self_play.data.question_files:parse"),
        "graph": OptionList("[[1, 2], [], []], for each seat whom it can ask, from 0"),
        "libraries": OptionList('["-", "encyclopaedia", "medicine"], a corpus for each seat', has_commas=True),
        "calculators": OptionList("[0, 2], the seats that have one, from 0"),
    },
    data={"corpora": ("data/encyclopaedia.jsonl", "data/medicine.jsonl")},
)
