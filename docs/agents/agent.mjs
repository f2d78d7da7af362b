#!/usr/bin/env node
// An agent that plays every game legally: it takes the first legal choice, and the least that a schema allows.
import { createInterface } from "node:readline";

function least(schema, defs) {
  schema = defs[(schema.$ref ?? "").split("/").pop()] ?? schema;
  if (schema.enum) return schema.enum[0];
  if ("const" in schema) return schema.const;
  if (schema.anyOf) return least(schema.anyOf[0], defs);
  switch (schema.type ?? "object") {
    case "object":
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, least(part, defs)]));
    case "array":
      return (schema.prefixItems ?? Array(schema.minItems ?? 0).fill(schema.items ?? {})).map((item) => least(item, defs));
    case "string":
      return "x".repeat(Math.max(1, schema.minLength ?? 0));
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 1;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type !== "request") continue;
  const answer = least(message.schema, message.schema.$defs ?? {});
  console.log(JSON.stringify({ type: "answer", id: message.id, answer }));
}
