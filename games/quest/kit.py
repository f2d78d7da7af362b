"""The kit of the quest."""

from woozle.core.kit import GameKit, OptionFile

GAME = GameKit(
    "woozle.games.quest.rules:Quest",
    words="woozle.games.quest.words:WORDS",
    players="woozle.games.quest.players.kit:PLAYERS",
    views="woozle.games.quest.views.kit:VIEWS",
    commands="woozle.games.quest.tui.commands:COMMANDS",
    options={"pool": OptionFile((".csv", ".json", ".jsonl", ".parquet"), "woozle.games.quest.data.pool_files:parse")},
    data={"passages": ("data/passages.jsonl", "data/questions.jsonl")},
)
