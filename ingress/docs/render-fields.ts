import type { Document, JsonSchema } from "../openapi/document.ts";
import { html, inline, type Html } from "../http/html.ts";

type Schema = {
  $ref?: string;
  type?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
};

export type Field = { name: string; required: boolean; schema: JsonSchema };

/** Resolves a reference within the document. */
export function resolve<Target>(document: Document, target: Target | { $ref: string }): Target {
  const reference = (target as { $ref?: string }).$ref;
  if (reference === undefined) return target as Target;
  const found = reference
    .slice(2)
    .split("/")
    .reduce<unknown>((holder, name) => (holder as Record<string, unknown>)[name], document);
  return { ...(found as Target), ...target, $ref: undefined };
}

/** The members of an object, those of members that are objects too by their dotted names. Money is one member. */
export function fieldsOf(document: Document, schema: JsonSchema, prefix = ""): Field[] {
  const { properties = {}, required = [] } = resolve<Schema>(document, schema);
  return Object.entries(properties).flatMap(([member, value]) => {
    const name = `${prefix}${member}`;
    const field = { name, required: required.includes(member), schema: value };
    if (namedType(value) === "Money") return [field];
    const inner = resolve<Schema>(document, value);
    const element = inner.items && resolve<Schema>(document, inner.items);
    if (element?.properties) return [field, ...fieldsOf(document, element as JsonSchema, `${name}[].`)];
    return [field, ...fieldsOf(document, inner as JsonSchema, `${name}.`)];
  });
}

/** A list of fields with what each must be. */
export function renderFields(document: Document, fields: Field[], side: "sent" | "received"): Html {
  return html`<dl class="fields">
    ${fields.map(({ name, required, schema }) => {
      const { description, default: preset, enum: values } = resolve<Schema>(document, schema);
      const presence = side === "sent" ? required && "required" : !required && "not always";
      return html`<div>
        <dt>
          <code>${name}</code> <span class="type">${typeOf(schema)}</span>${
            presence && html` <span class="presence">${presence}</span>`
          }
        </dt>
        <dd>
          ${description !== undefined && inline(description)}${
            side === "received" &&
            values &&
            html` One of ${values.map((value, at) => html`${at > 0 && ", "}<code>${String(value)}</code>`)}.`
          }${preset !== undefined && html` Default <code>${String(preset)}</code>.`}
        </dd>
      </div>`;
    })}
  </dl>`;
}

function typeOf(schema: JsonSchema): string {
  const name = namedType(schema);
  if (name !== undefined) return name;
  const { type, items, anyOf, const: only, format } = schema as Schema;
  if (anyOf) return anyOf.map((option) => typeOf(option)).join(" or ");
  if (items) return `array of ${typeOf(items)}`;
  if (only !== undefined) return `${type}, ${JSON.stringify(only)}`;
  return format === undefined || format === "int64" ? (type ?? "any") : `${type}, ${format}`;
}

function namedType(schema: JsonSchema): string | undefined {
  return (schema as Schema).$ref?.split("/").at(-1);
}
