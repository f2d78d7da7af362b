"""Extraction of claims from speeches: by a grammar (`Extractor`), or by a model that is asked as a service (`service.py`)."""

from woozle.games.ship.claims.extraction.extract import Extractor
from woozle.games.ship.claims.versions import GRAMMAR as VERSION

__all__ = ["VERSION", "Extractor"]
