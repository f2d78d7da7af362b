"""What stands between the core, which knows no screen, and screens, which know no rules: matches played, watched, replayed."""
