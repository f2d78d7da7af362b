"""The rules of the quest, as installed packages offer them."""

from woozle.core.games.quest.data import pool_files
from woozle.core.games.quest.rules import Quest
from woozle.core.registry import GameRules, OptionFile

RULES = GameRules(
    Quest,
    options={"pool": OptionFile((".csv", ".json", ".jsonl", ".parquet"), pool_files.parse)},
    data={"passages": ("data/passages.jsonl", "data/questions.jsonl")},
)
