#!/usr/bin/env python3
"""An agent that plays every game legally: it takes the first legal choice, and the least that a schema allows."""

import json
import sys


def least(schema, defs):
    """Return the smallest value that a JSON schema allows."""
    schema = defs.get(schema.get("$ref", "").rpartition("/")[2], schema)
    if "enum" in schema or "const" in schema:
        return schema.get("enum", [schema.get("const")])[0]
    if "anyOf" in schema:
        return least(schema["anyOf"][0], defs)
    kind = schema.get("type", "object")
    if kind == "object":
        return {name: least(part, defs) for name, part in schema.get("properties", {}).items()}
    if kind == "array":
        items = schema.get("prefixItems") or [schema.get("items", {})] * schema.get("minItems", 0)
        return [least(item, defs) for item in items]
    low = schema.get("minimum", schema.get("exclusiveMinimum", -1) + 1)
    return {"string": "x" * max(1, schema.get("minLength", 0)), "boolean": False, "null": None}.get(kind, low)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "request":
        schema = message["schema"]
        answer = least(schema, schema.get("$defs", {}))
        print(json.dumps({"type": "answer", "id": message["id"], "answer": answer}), flush=True)
