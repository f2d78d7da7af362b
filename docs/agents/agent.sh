#!/usr/bin/env bash
# An agent that plays every game legally: it takes the first legal choice, and the least that a schema allows. It needs jq.
exec jq --unbuffered --compact-output '
  def least($defs):
    ($defs[(."$ref" // "") | split("/") | last // ""] // .) as $s | $s
    | if .enum then .enum[0]
      elif has("const") then .const
      elif .anyOf then .anyOf[0] | least($defs)
      elif .type == "array" then
        [(.prefixItems // [range(.minItems // 0) as $i | .items // {}])[] | least($defs)]
      elif .type == "string" then ([range([1, .minLength // 0] | max)] | map("x") | add)
      elif .type == "boolean" then false
      elif .type == "null" then null
      elif .type == "integer" or .type == "number" then (.minimum // ((.exclusiveMinimum // -1) + 1))
      else .properties // {} | map_values(least($defs))
      end;
  select(.type == "request")
  | {type: "answer", id, answer: (.schema as $s | $s | least($s["$defs"] // {}))}'
