"""The packs that come with Woozle, a folder each: more to play, which no match is about unless it is asked for."""
