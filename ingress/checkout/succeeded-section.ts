import { html, type Html } from "../http/html.ts";
import type { CheckoutLink } from "./checkout-link.ts";
import { copyButton } from "./render-copy-button.ts";
import { icon } from "./render-icon.ts";
import { renderSection } from "./render-section.ts";

/** The money has come: what the payer may want to keep, and where to go on. */
export function succeededSection({ merchantName }: CheckoutLink): Html {
  return renderSection({
    view: "succeeded",
    title: "Payment received",
    mark: html`<span class="mark success">${icon("tick")}</span>`,
    heading: "Payment received",
    content: html`
      <p class="amount" data-text="amountPaid"></p>
      <p>${merchantName} has your payment. Thank you.</p>
      <dl class="receipt">
        <div>
          <dt>Reference</dt>
          <dd><data data-text="successReference"></data> ${copyButton("successReference", "reference")}</dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd data-text="successTime"></dd>
        </div>
      </dl>
      <p class="hint" data-part="redirecting" hidden>Taking you back to ${merchantName}…</p>
      <a class="primary" data-part="continue" target="_top" hidden>Continue to ${merchantName}</a>
      <button type="button" class="primary embedded-only" data-part="done" data-action="close">Done</button>
      <p class="hint page-only" data-part="close-page">You can close this page now.</p>
    `,
  });
}
