"""What matches become for other programs and for people without Woozle: chats, logs for Inspect, pages. Tables: `saves/tables/`."""
