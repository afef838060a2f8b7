import { html, type Html } from "../http/html.ts";

const shapes = {
  lock: html`<rect x="5" y="11" width="14" height="9" rx="2" /><path d="M8 11V8a4 4 0 0 1 8 0v3" />`,
  tick: html`<path d="m5 12.5 4.5 4.5L19 7.5" />`,
  clock: html`<circle cx="12" cy="12" r="8.5" /><path d="M12 7.5V12l3 2" />`,
  cross: html`<path d="m7 7 10 10M17 7 7 17" />`,
  alert: html`<path d="M12 5.5v8M12 18.25v.01" />`,
  copy: html`<rect x="9" y="9" width="11" height="11" rx="2.5" /><path
      d="M5.5 15A1.5 1.5 0 0 1 4 13.5v-8A1.5 1.5 0 0 1 5.5 4h8A1.5 1.5 0 0 1 15 5.5"
    />`,
  offline: html`<path
    d="M3 9a14 14 0 0 1 5-3M13 5a14 14 0 0 1 8 4M6.5 12.7A9 9 0 0 1 10 10.7M9.5 16.2a4 4 0 0 1 5 0M12 19.5v.01M4 3l16 18"
  />`,
};

/** A drawing in the colour of the text beside it, which says the same. */
export function icon(name: keyof typeof shapes): Html {
  return html`<svg
    class="icon"
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${shapes[name]}
  </svg>`;
}
