"""Exports of matches for other programs and readers: chats, Inspect logs, pages. Tables are in `saves/tables/`."""
