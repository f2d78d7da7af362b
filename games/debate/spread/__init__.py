"""How errors spread from agent to agent: graphs, uncertainty, and the measures of the papers."""
