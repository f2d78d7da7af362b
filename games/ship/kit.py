"""The kit of the ship."""

from woozle.core.kit import GameKit, OptionFile

GAME = GameKit(
    "woozle.games.ship.rules:Ship",
    words="woozle.games.ship.words:WORDS",
    data={"maps": ("maps/",)},
    options={
        "map": OptionFile((".yaml", ".yml"), "woozle.games.ship.maps:parse", help="Ship: the name of a map, or a .yaml file.")
    },
    papers={"quack": "papers/quack.toml"},
    bots="woozle.games.ship.players.bot:BOTS",
    pictures="woozle.games.ship.players.pictures:pictures",
    digest="woozle.games.ship.players.digest:digest",
    prompts={"quack": "woozle.games.ship.players.release_prompts:PROMPTS"},
    table="woozle.games.ship.views.table:table",
    end_card="woozle.games.ship.views.end_card:end_card",
    results="woozle.games.ship.views.end_card:results",
    report="woozle.games.ship.views.report:VIEW",
    audit="woozle.games.ship.views.audit:Audit",
    notebook="woozle.games.ship.views.notebook:ShipNotebook",
    form="woozle.games.ship.views.form:FORM",
    commands="woozle.games.ship.tui.commands:APPS",
    keys="woozle.games.ship.tui.keys:SECTIONS",
)
