import { html, type Html } from "../http/html.ts";

type Section = {
  /** What the page's code knows it by. */
  view: string;
  /** What the browser's tab says while it is in sight. */
  title: string;
  heading: Html | string;
  isVisible?: boolean;
  /** Drawn over the heading. */
  mark?: Html;
  /** Stands beside the heading. */
  beside?: Html;
  content: Html;
};

/** One state of the payment. Its heading takes the focus when it comes into sight. */
export function renderSection(section: Section): Html {
  const { view, title, isVisible = false, mark, beside, content } = section;
  const heading = html`<h2 id="${view}-heading" tabindex="-1">${section.heading}</h2>`;
  return html`<section
    class="view ${mark !== undefined && "outcome"}"
    data-view="${view}"
    data-title="${title}"
    aria-labelledby="${view}-heading"
    ${!isVisible && "hidden"}
  >
    ${mark} ${beside ? html`<div class="headline">${heading} ${beside}</div>` : heading} ${content}
  </section>`;
}
