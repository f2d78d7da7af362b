"""The kit of the quest."""

from woozle.core.kit import GameKit, OptionFile

GAME = GameKit(
    "woozle.games.quest.rules:Quest",
    words="woozle.games.quest.words:WORDS",
    data={"passages": ("data/passages.jsonl", "data/questions.jsonl")},
    options={"pool": OptionFile((".csv", ".json", ".jsonl", ".parquet"), "woozle.games.quest.data.pool_files:parse")},
    bots="woozle.games.quest.players.bot:BOTS",
    services="woozle.games.quest.players.services:service_roles",
    service_help={"judge": "Quest: the judge: claims, lexical, match, hhem, nli:FOLDER or grader:MODEL; see `woozle judge`."},
    diagnose="woozle.games.quest.players.hhem:diagnose",
    recall="woozle.games.quest.players.prompt:recall",
    prompts={"paper": "woozle.games.quest.players.paper:PROMPTS"},
    table="woozle.games.quest.views.table:table",
    end_card="woozle.games.quest.views.end_card:end_card",
    results="woozle.games.quest.views.end_card:results",
    papers={"mas-hq": "papers/mas_hq.toml"},
    report="woozle.games.quest.views.report:VIEW",
    form="woozle.games.quest.views.form:FORM",
    commands="woozle.games.quest.tui.commands:APPS",
)
