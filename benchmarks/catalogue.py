"""The measurements by name, in the order of the table."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from benchmarks.result import Result
from woozle.core import registry


class Measurement(NamedTuple):
    """A measurement. module: the one whose `ALL` has it; is_quick: whether `--quick` includes it; game: whose alone it is."""

    name: str
    section: str
    module: str
    is_quick: bool = False
    game: str = ""

    @property
    def is_possible(self) -> bool:
        """Return whether its game has not been removed."""
        return not self.game or self.game in registry.names()

    def load(self) -> Callable[[], list[Result]]:
        """Import and return its function."""
        found: Callable[[], list[Result]] = import_module(f"benchmarks.{self.module}").ALL[self.name]
        return found


_MATCH, _SCREENS, _CLAIMS = "Matches, transcripts and the program", "Screens", "Claims"
_TABLES, _STUDIES = "Open tables", "Studies in a browser"
_MODELS, _SCALE = "Models", "Many transcripts"
_ALL = (
    Measurement("rules", _MATCH, "speed", True),
    Measurement("village", _MATCH, "arena", True),
    Measurement("verify", _MATCH, "speed", True),
    Measurement("start", _MATCH, "speed", True),
    Measurement("installed", _MATCH, "installed"),
    Measurement("ship_bots", _MATCH, "ship_bots"),
    Measurement("agents", "Agents", "agents"),
    Measurement("codebase", "The code itself", "codebase", True),
    Measurement("processor", "The code itself", "processor"),
    Measurement("peers", "Beside others, in one run", "peers"),
    Measurement("openenv", "Environments for training", "openenv"),
    Measurement("training", "Environments for training", "training", game="undercover"),
    Measurement("environments", "Beside others, in one run", "peers"),
    Measurement("seats", _TABLES, "open_table", game="ship"),
    Measurement("pages", _TABLES, "open_table", game="ship"),
    Measurement("spectators", _TABLES, "open_table", game="urn"),
    Measurement("pairs", _TABLES, "open_table"),
    Measurement("kills", _TABLES, "open_table", game="ship"),
    Measurement("bad_network", _TABLES, "open_table", game="ship"),
    Measurement("first_page", _TABLES, "open_table", game="ship"),
    Measurement("heap", _TABLES, "open_table", game="ship"),
    Measurement("visits", _STUDIES, "study_load", game="ship"),
    Measurement("visit_memory", _STUDIES, "study_load", game="ship"),
    Measurement("study_page", _STUDIES, "study_load", game="ship"),
    Measurement("groups", _STUDIES, "study_groups", game="urn"),
    Measurement("page_times", _STUDIES, "study_timing", game="ship"),
    Measurement("many_page_times", _STUDIES, "study_timing", game="ship"),
    Measurement("transcript", _SCREENS, "screens", True),
    Measurement("replay", _SCREENS, "screens"),
    Measurement("watching", _SCREENS, "screens"),
    Measurement("picture", _SCREENS, "picture", True),
    Measurement("tutorials", _SCREENS, "tutorials", True),
    Measurement("compatible", _CLAIMS, "claims", True),
    Measurement("observed", _CLAIMS, "claims_truth"),
    Measurement("extraction", _CLAIMS, "extraction"),
    Measurement("model_call", _MODELS, "model_calls"),
    Measurement("model_matches", _MODELS, "model_calls"),
    Measurement("forecast", _MODELS, "forecast"),
    Measurement("streaming", _MODELS, "streaming"),
    Measurement("local_models", _MODELS, "local_models"),
    Measurement("prefix_cache", _MODELS, "prefix_cache"),
    Measurement("lexical", "Quest", "judges", True, game="quest"),
    Measurement("hhem", "Quest", "judges", game="quest"),
    Measurement("quest", "Quest", "judges", game="quest"),
    Measurement("pair", "Undercover", "scenes", True, game="undercover"),
    Measurement("undercover", "Undercover", "scenes", game="undercover"),
    Measurement("eyes", "Undercover", "undercover_bots", game="undercover"),
    Measurement("estimator", "Debate", "estimator", game="debate"),
    Measurement("debates", "Debate", "debate_bots", game="debate"),
    Measurement("retrieval", "Self-play", "retrieval", game="self_play"),
    Measurement("self_play_bots", "Self-play", "self_play_bots", game="self_play"),
    Measurement("provision", "Self-play", "provision", game="self_play"),
    Measurement("papers", _SCALE, "papers"),
    Measurement("engines", _SCALE, "engines"),
    Measurement("transcripts", _SCALE, "engines"),
    Measurement("reports", _SCALE, "reports"),
)
MEASUREMENTS = {each.name: each for each in _ALL}


def measure(name: str, is_quick: bool) -> list[Result]:
    """Run one measurement in this process."""
    from benchmarks import speed

    if is_quick:
        speed.ROUNDS = 1
    return MEASUREMENTS[name].load()()
