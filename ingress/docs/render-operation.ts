import type { Answer, Document, Example, JsonSchema, Operation } from "../openapi/document.ts";
import { unreadable } from "../openapi/errors-of.ts";
import { html, prose, type Html } from "../http/html.ts";
import { fieldsOf, renderFields, resolve } from "./render-fields.ts";

type Body = { schema: JsonSchema; examples?: Record<string, Example> };

/** One endpoint: what it takes, what it answers, and how it refuses. */
export function renderOperation(
  document: Document,
  path: string,
  method: string,
  operation: Operation,
): Html {
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const sent = requestBody?.content["application/json"];
  const [status, success] = Object.entries(operation.responses).find(([code]) => code.startsWith("2"))!;
  const answer = resolve<Answer>(document, success).content?.["application/json"];
  return html`<section class="operation" id="${operationId}">
    <h3>
      <a href="#${operationId}"
        ><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></a
      >
    </h3>
    <p class="summary">${summary}.</p>
    ${description !== undefined && prose(description)}
    ${
      parameters.length > 0 &&
      html`<h4>Parameters</h4>
        ${renderFields(
          document,
          parameters.map(({ name, in: place, required, description: text, schema }) => ({
            name,
            required,
            schema: { ...schema, description: `In the ${place}. ${text ?? ""}`.trim() },
          })),
          "sent",
        )}`
    }
    ${
      sent &&
      html`<h4>Body</h4>
        ${bodyRules(sent.schema)}${renderFields(document, fieldsOf(document, sent.schema), "sent")}`
    }
    <h4>Answer</h4>
    ${answer && renderAnswer(document, status, answer, sent)}
    <h4>Refusals</h4>
    ${renderRefusals(document, operation)}
  </section>`;
}

function bodyRules({ description }: JsonSchema): Html | false {
  return typeof description === "string" && html`<p>${description}</p>`;
}

function renderAnswer(document: Document, status: string, answer: Body, sent: Body | undefined): Html {
  const { data, meta } = answer.schema["properties"] as { data: JsonSchema; meta?: JsonSchema };
  const { items } = data as { items?: JsonSchema };
  const fields = fieldsOf(document, items ?? data);
  const order = meta === undefined ? "" : ", newest first,";
  return html`<p><b>${status}</b> ${statusText(status)}</p>
    <details>
      <summary>Members of <code>data</code></summary>
      <p><code>data</code> is an ${items ? `array${order} of objects` : "object"} with:</p>
      ${renderFields(document, fields, "received")}
    </details>
    ${Object.entries(answer.examples ?? {}).map(
      ([name, { summary, value }]) =>
        html`<details>
          <summary>Example: ${summary}</summary>
          ${
            sent?.examples?.[name] &&
            html`<p>Sent</p>
              ${json(sent.examples[name].value)}
              <p>Answered</p>`
          }
          ${json(value)}
        </details>`,
    )}`;
}

function renderRefusals(document: Document, operation: Operation): Html {
  const refusals = Object.entries(operation.responses)
    .filter(([status]) => /^[45]/.test(status))
    .map(([status, reference]) => {
      const body = resolve<Answer>(document, reference).content?.["application/json"];
      const codes = codesOf(body?.schema).filter((code) => !unreadable.some((general) => general === code));
      return { status, codes, examples: Object.values(body?.examples ?? {}) };
    });
  const shown = refusals.filter(({ codes }) => codes.length > 0);
  return html`<ul class="codes">
      ${shown.map(
        ({ status, codes }) =>
          html`<li>
            <b>${status}</b> ${codes.map((code) => html`<a href="#${code}"><code>${code}</code></a> `)}
          </li>`,
      )}
    </ul>
    ${shown.flatMap(({ status, examples }) =>
      examples.map(
        ({ summary, value }) =>
          html`<details>
            <summary>Example: ${status}, ${summary}</summary>
            ${json(value)}
          </details>`,
      ),
    )}`;
}

/** The codes of a refusal, from its schema (see describe-refusals.ts). */
function codesOf(schema: JsonSchema | undefined): string[] {
  const { error } = (schema?.["properties"] ?? {}) as { error?: { allOf?: JsonSchema[] } };
  const narrowed = error?.allOf?.find((part) => "properties" in part);
  return (narrowed?.["properties"] as { code: { enum: string[] } } | undefined)?.code.enum ?? [];
}

/** A value as JSON, in a box that can be scrolled. */
export function json(value: unknown): Html {
  return html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`;
}

function statusText(status: string): string {
  return status === "201" ? "Created" : "OK";
}
