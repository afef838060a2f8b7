import type { Document, Operation } from "../openapi/document.ts";
import type { DescribedService } from "./checkout-guide.ts";
import { guide } from "./guide.ts";
import { html, table, type Html } from "../http/html.ts";
import { openPoints } from "./open-points.ts";
import { fieldsOf, renderFields } from "./render-fields.ts";
import { json, renderOperation } from "./render-operation.ts";

type Entry = { id: string; title: Html | string };

/** A part of the page; its entries are what the contents list of it. */
export type Part = { id: string; title: string; intro?: string; entries: Entry[]; content: Html };

/** Authentication, envelope, money and what else holds for every endpoint. */
export function guidePart(service: DescribedService): Part {
  const sections = guide(service);
  return {
    id: "guide",
    title: "Guide",
    entries: sections,
    content: html`${sections.map(
      ({ id, title, content }) =>
        html`<section id="${id}">
          <h3>${title}</h3>
          ${content}
        </section>`,
    )}`,
  };
}

/** A part for each tag of the document. */
export function endpointParts(document: Document): Part[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const used = document.tags.filter(({ name }) => all.some(({ operation }) => operation.tags.includes(name)));
  return used.map(({ name, description }) => {
    const operations = all.filter(({ operation }) => operation.tags.includes(name));
    return {
      id: name.toLowerCase().replaceAll(" ", "-") + "-endpoints",
      title: name,
      intro: description,
      entries: operations.map(({ path, method, operation }) => ({
        id: operation.operationId,
        title: html`<span class="method ${method}">${method.toUpperCase()}</span> ${path.replace("/v1", "")}`,
      })),
      content: html`${operations.map(({ path, method, operation }) =>
        renderOperation(document, path, method, operation),
      )}`,
    };
  });
}

/** The types of events that merchants are told of. */
export function webhookPart(document: Document): Part {
  const events = Object.entries(document.webhooks).map(([type, { post }]) => ({
    id: post.operationId,
    title: type,
    post,
  }));
  const { parameters = [] } = events[0]!.post;
  return {
    id: "events-sent",
    title: "Types of webhook events",
    intro: "All have the same headers and members; data differs.",
    entries: events,
    content: html`<h3>Headers</h3>
      ${renderFields(
        document,
        parameters.map(({ name, description, schema }) => ({
          name,
          required: true,
          schema: { ...schema, description },
        })),
        "received",
      )}${events.map(({ id, title, post }) => renderEvent(document, id, title, post))}`,
  };
}

function renderEvent(
  document: Document,
  id: string,
  type: string,
  { summary, requestBody }: Operation,
): Html {
  const { schema, examples = {} } = requestBody!.content["application/json"];
  return html`<section class="operation" id="${id}">
    <h3><code>${type}</code></h3>
    <p>${summary}.</p>
    <details>
      <summary>Members</summary>
      ${renderFields(document, fieldsOf(document, schema), "received")}
    </details>
    ${Object.values(examples).map(
      (example) =>
        html`<details>
          <summary>Example: ${example.summary}</summary>
          ${json(example.value)}
        </details>`,
    )}
  </section>`;
}

/** What the documented surface leaves open. */
export function openPart(): Part {
  return {
    id: "open-points",
    title: "What the documented surface leaves open, and what this service does",
    entries: [],
    content: table(
      ["Section", "Left open", "Here"],
      openPoints.map(({ where, open, here }) => [where, open, here]),
    ),
  };
}
