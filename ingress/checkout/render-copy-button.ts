import { html, type Html } from "../http/html.ts";
import { icon } from "./render-icon.ts";

/** Copies the text of that name; `what` tells people who cannot see what it stands beside. */
export function copyButton(name: string, what: string): Html {
  return html`<button type="button" class="copy" data-copy="${name}" data-what="${what}">
    ${icon("copy")} ${icon("tick")}
    <span data-copy-state="idle">Copy<span class="unseen"> ${what}</span></span>
    <span data-copy-state="copied" hidden>Copied</span>
    <span data-copy-state="selected" hidden>Selected</span>
  </button>`;
}
