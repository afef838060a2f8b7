import { z } from "zod";
import type { JsonSchema } from "./document.ts";

export type SchemaConverter = {
  /** Converts a schema of what callers send, before defaults and transformations. */
  sent(schema: z.ZodType): JsonSchema;
  /** Converts a schema of what callers receive. */
  received(schema: z.ZodType): JsonSchema;
  /** The schemas with an `id` in their meta, by that id; the other schemas refer to them. */
  components: Record<string, JsonSchema>;
};

/**
 * Converts the routes' zod schemas to the document's JSON Schemas. Besides `id` and `description`, a schema's meta
 * may have:
 *
 * - `rule`: the text that refuses a wrong value; it is added to the description;
 * - `wire`: the JSON Schema to show in place of the zod schema, for fields that zod reads as text or with a function;
 * - `mandatory`: true if callers must send the field, although the zod schema makes it optional;
 * - `hidden`: true for what callers of the API have no use for, such as a header that is only named to be refused.
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

/** Adds a field's rule to its description. Wrappers (optional, default) have it already. */
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
  // Responses may get new members later.
  if (io === "output" && json["additionalProperties"] === false) delete json["additionalProperties"];
  if (isEmpty(json["additionalProperties"])) {
    delete json["additionalProperties"];
    delete json["propertyNames"];
  }
  // zod's own patterns for dates and emails are long; the format says the same.
  const { format, pattern = "" } = json as { format?: string; pattern?: string };
  if (format !== undefined && pattern.length > 100) delete json["pattern"];
  if (json["minimum"] === Number.MIN_SAFE_INTEGER) delete json["minimum"];
  if (io === "output" && json["maximum"] === Number.MAX_SAFE_INTEGER) delete json["maximum"];
  delete json["id"];
}

function isEmpty(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && Object.keys(schema).length === 0;
}
