"""The screen of spectators, and the objects that it holds."""

from woozle.tui.screens.watch.screen import WatchScreen as WatchScreen
