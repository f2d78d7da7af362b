"""The rules of the quest, as installed packages offer them."""

from woozle.core.registry import GameRules, OptionFile
from woozle.games.quest.data import pool_files
from woozle.games.quest.rules import Quest

RULES = GameRules(
    Quest,
    options={"pool": OptionFile((".csv", ".json", ".jsonl", ".parquet"), pool_files.parse)},
    data={"passages": ("data/passages.jsonl", "data/questions.jsonl")},
)
