"""The quest: its bots, prompt, and the services that judge faithfulness and grade answers."""
