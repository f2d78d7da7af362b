"""The table of a seat, and the objects that its screen holds."""

from woozle.tui.screens.table.screen import TableScreen as TableScreen
