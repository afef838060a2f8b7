import { html } from "../http/html.ts";
import { renderDocument, type Assets } from "./render-document.ts";
import { icon } from "./render-icon.ts";

/** What a payer sees where the page cannot be had right now: too many ask for it, or something is out of order. */
export function renderBusyPage({ stylesheet }: Assets): string {
  return renderDocument({
    title: "Try again shortly",
    assets: { stylesheet },
    isEmbedded: false,
    content: html`<main class="card">
      <div class="view outcome">
        <span class="mark attention">${icon("clock")}</span>
        <h1>We can’t show this page right now</h1>
        <p>If you have sent a transfer already, it is safe. Try again in a minute.</p>
        <a class="primary" href="">Try again</a>
      </div>
    </main>`,
  });
}
