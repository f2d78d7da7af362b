"""Where models run: servers that speak OpenAI's protocol, Ollama, and this process; and what stands in front of them all."""
