import { html, type Html } from "../html.ts";
import type { CheckoutLink } from "./checkout-link.ts";
import { copyButton } from "./render-copy-button.ts";
import { icon } from "./render-icon.ts";
import { renderSection } from "./render-section.ts";

/** The transfer window has lapsed: how to go on, and what becomes of money that is on its way. */
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
      <p data-part="expired-underpaid" hidden>
        <strong data-text="expiredReceived"></strong> of <span data-text="expiredAmount"></span> has arrived.
        Please don’t send the rest to this account number: ask ${merchantName} how to go on.
      </p>
      <button type="button" class="primary" data-action="startAgain" data-part="start-again">
        Get a new account number
      </button>
      <div class="aside">
        <h3>Already sent the money?</h3>
        <p>
          It isn’t lost, so please don’t send it twice. The exact amount still counts if it arrives within a
          day. If ${merchantName} doesn’t confirm your payment, show them your bank’s receipt and this
          reference:
        </p>
        <p class="reference">
          <data data-text="expiredReference"></data> ${copyButton("expiredReference", "reference")}
        </p>
      </div>
      <button type="button" class="secondary embedded-only" data-action="close">Close</button>
    `,
  });
}
