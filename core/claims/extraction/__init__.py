"""Claims read from speeches: by a grammar (`Extractor`), or by a model that is asked as an official (`official`)."""

from woozle.core.claims.extraction.extract import Extractor

__all__ = ["Extractor"]
