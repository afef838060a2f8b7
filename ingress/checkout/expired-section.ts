import { html, type Html } from "../http/html.ts";
import type { CheckoutLink } from "./checkout-link.ts";
import { copyButton } from "./render-copy-button.ts";
import { icon } from "./render-icon.ts";
import { renderSection } from "./render-section.ts";

/** The transfer window has lapsed: what to do next, and what becomes of money that is on its way. */
export function expiredSection({ merchantName }: CheckoutLink): Html {
  return renderSection({
    view: "expired",
    title: "Account number expired",
    mark: html`<span class="mark attention">${icon("clock")}</span>`,
    heading: "This account number has expired",
    content: html`
      <p data-part="expired-unpaid">
        No transfer arrived within 30 minutes. Please don’t send money to this account number now.
      </p>
      <p data-part="expired-received" hidden>
        <strong data-text="expiredReceived"></strong>
        <span data-part="expired-part">
          of <span data-text="expiredAmount"></span> has arrived. Don’t send more to this account: ask
          ${merchantName} what to do next, with this reference.
        </span>
        <span data-part="expired-whole">
          has arrived, but too late or not exactly what was due. ${merchantName} has to release it: show them
          this reference.
        </span>
      </p>
      <div class="aside">
        <div data-part="expired-sent">
          <h3>Already sent the money?</h3>
          <p>
            It isn’t lost, so please don’t send it twice. The exact amount still counts if it arrives within a
            day. If ${merchantName} doesn’t confirm your payment, show them your bank’s receipt and this
            reference:
          </p>
        </div>
        <p class="reference">
          <data data-text="expiredReference"></data> ${copyButton("expiredReference", "reference")}
        </p>
      </div>
      <div class="choice" data-part="start-again">
        <button type="button" class="primary" data-action="startAgain">Get a new account number</button>
        <p class="hint centred">Only if you have not sent the money yet.</p>
      </div>
      <button type="button" class="secondary embedded-only" data-action="close">Close</button>
    `,
  });
}
