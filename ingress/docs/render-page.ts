import type { Document } from "../openapi/document.ts";
import type { DescribedService } from "./checkout-guide.ts";
import { html, type Html } from "../http/html.ts";
import { endpointParts, guidePart, openPart, webhookPart, type Part } from "./page-parts.ts";

/** The reference for people, as one page of HTML that needs nothing but its stylesheet. */
export function renderPage(document: Document, service: DescribedService): string {
  const parts = [guidePart(service), ...endpointParts(document), webhookPart(document), openPart()];
  const { title, summary } = document.info;
  const [server] = document.servers;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="/docs/docs.css" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <h1>${title}</h1>
          <p>
            ${summary}. Base address: <code>${server!.url}</code>. For machines:
            <a href="/openapi.json">openapi.json</a>
          </p>
        </header>
        <nav aria-label="Contents">
          <details>
            <summary>Contents</summary>
            ${parts.map(renderContents)}
          </details>
        </nav>
        <main id="content">
          ${parts.map(
            ({ id, title: heading, intro, content }) =>
              html`<section class="part" id="${id}">
                <h2>${heading}</h2>
                ${intro !== undefined && html`<p>${intro}</p>`}${content}
              </section>`,
          )}
        </main>
      </body>
    </html> `.markup;
}

function renderContents({ id, title, entries }: Part): Html {
  const item = (entry: Part["entries"][number]) => html`<li><a href="#${entry.id}">${entry.title}</a></li>`;
  return html`<p><a href="#${id}">${title}</a></p>
    <ul>
      ${entries.map(item)}
    </ul>`;
}
