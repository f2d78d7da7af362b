"""Extraction of claims from speeches: by a grammar (`Extractor`), or by a model that is asked as a service (`service.py`)."""

from woozle.games.ship.claims.extraction.extract import Extractor

VERSION = 7
"""The version of the grammar, raised with every change that can change a claim; `certainty.toml` is fitted again with it."""

__all__ = ["VERSION", "Extractor"]
