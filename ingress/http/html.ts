/** Markup that is safe to send. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Value = Html | string | number | false | undefined | Value[];

/** Makes markup of a template. What is put into it is escaped, unless it is markup itself; false and undefined are nothing. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.reduce((markup, part, index) => markup + markupOf(values[index - 1]) + part));
}

/** Several lines of code. */
export function code(source: string): Html {
  return html`<pre tabindex="0"><code>${source}</code></pre>`;
}

/** Paragraphs of plain text in which `code` stands between backticks. */
export function prose(text: string): Html[] {
  return text.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

/** The same, each paragraph given by itself. */
export function paragraphs(...texts: string[]): Html {
  return html`${texts.flatMap(prose)}`;
}

/** Plain text in which `code` stands between backticks. */
export function inline(text: string): Html[] {
  return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

/** A table that can be scrolled by itself where it is too wide. */
export function table(heads: string[], rows: (Html | string)[][]): Html {
  const cell = (content: Html | string) =>
    html`<td>${typeof content === "string" ? inline(content) : content}</td>`;
  return html`<div class="scroll" tabindex="0">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map(cell)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function markupOf(value: Value): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.markup;
  if (Array.isArray(value)) return value.map(markupOf).join("");
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return String(value).replace(/[&<>"']/g, (character) => entities[character]!);
}
