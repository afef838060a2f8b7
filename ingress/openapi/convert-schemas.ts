import { z } from "zod";
import type { JsonSchema } from "./document.ts";

export type SchemaConverter = {
  /** What callers send: before defaults and transformations. */
  sent(schema: z.ZodType): JsonSchema;
  /** What callers get. */
  received(schema: z.ZodType): JsonSchema;
  /** Every schema with an `id` in its meta that the others refer to, by that id. */
  components: Record<string, JsonSchema>;
};

/**
 * Turns the schemas of routes into those of the document. Beside `id` and `description`, a schema's meta may have:
 *
 * - `rule`: what a refusal says of the field, which goes into its description;
 * - `wire`: the JSON Schema of what is sent, where the schema itself knows it only as text or by a function;
 * - `mandatory`: callers must send it, although its absence is refused elsewhere.
 */
export function createSchemaConverter(): SchemaConverter {
  const components: Record<string, JsonSchema> = {};

  const convert = (schema: z.ZodType, io: "input" | "output"): JsonSchema => {
    const { $schema: _, ...json } = z.toJSONSchema(schema, {
      io,
      override: ({ jsonSchema }) => {
        describeRule(jsonSchema);
        simplify(jsonSchema, io);
      },
    });
    const text = JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/');
    const { $defs = {}, ...converted } = JSON.parse(text) as JsonSchema & { $defs?: typeof components };
    for (const [name, component] of Object.entries($defs)) {
      const known = (components[name] ??= component);
      if (JSON.stringify(known) !== JSON.stringify(component))
        throw new Error(`two schemas are named ${name}`);
    }
    return converted;
  };

  return {
    components,
    sent: (schema) => convert(schema, "input"),
    received: (schema) => convert(schema, "output"),
  };
}

/** Adds the rule that a field must keep to its description. A wrapper (optional, default) has it already. */
function describeRule(json: JsonSchema): void {
  const { rule, description = "" } = json as { rule?: string; description?: string };
  delete json["rule"];
  const sentence = rule && `${rule.replace(/^must/, "Must")}.`;
  if (sentence === undefined || description.includes(sentence)) return;
  json["description"] = `${description} ${sentence}`.trim();
}

function simplify(json: JsonSchema, io: "input" | "output"): void {
  const { wire } = json as { wire?: JsonSchema };
  if (wire !== undefined) {
    const { description, mandatory } = json;
    for (const member of Object.keys(json)) delete json[member];
    Object.assign(json, { description, mandatory, ...wire });
  }
  // Members may be added to answers, and unknown ones of requests are ignored.
  if (json["additionalProperties"] === false) delete json["additionalProperties"];
  if (isEmpty(json["additionalProperties"])) {
    delete json["additionalProperties"];
    delete json["propertyNames"];
  }
  // zod's own patterns of dates and addresses: the format says the same, and can be read.
  const { format, pattern = "" } = json as { format?: string; pattern?: string };
  if (format !== undefined && pattern.length > 100) delete json["pattern"];
  if (json["minimum"] === Number.MIN_SAFE_INTEGER) delete json["minimum"];
  if (io === "output" && json["maximum"] === Number.MAX_SAFE_INTEGER) delete json["maximum"];
  delete json["id"];
}

function isEmpty(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && Object.keys(schema).length === 0;
}
