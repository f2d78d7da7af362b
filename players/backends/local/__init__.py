"""Models in this process, with transformers: decoded in batches, held to schemas, and open to scoring."""
