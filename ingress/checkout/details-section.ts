import { MAXIMUM_COLLECTION, MINIMUM_AMOUNT } from "../../sql/ledger/money.ts";
import { html, type Html } from "../http/html.ts";
import type { CheckoutLink } from "./checkout-link.ts";
import { renderMoney } from "./render-money.ts";
import { renderSection } from "./render-section.ts";

/** What the payer has to say first: the amount of an open link, and an email where the merchant gave none. */
export function detailsSection(link: CheckoutLink, isVisible: boolean): Html {
  const { amount, merchantName, isEmailKnown } = link;
  return renderSection({
    view: "details",
    title: "Pay",
    isVisible,
    heading: amount
      ? html`<span class="label">Amount to pay</span> <span class="amount">${renderMoney(amount)}</span>`
      : "How much would you like to pay?",
    content: html`<form data-form="details" novalidate>
      ${link.amountType === "open" && amountField(link)}
      ${
        !isEmailKnown &&
        html`<div class="field">
          <label for="email">Email</label>
          <input
            id="email"
            name="email"
            type="email"
            autocomplete="email"
            inputmode="email"
            autocapitalize="none"
            spellcheck="false"
            maxlength="254"
            required
            placeholder="you@example.com"
            aria-describedby="email-hint email-error"
          />
          <p class="hint" id="email-hint">So that ${merchantName} knows who paid.</p>
          <p class="error" id="email-error"></p>
        </div>`
      }
      <button type="submit" class="primary" data-text="submit" disabled>
        ${amount ? `Pay ${renderMoney(amount)}` : "Continue"}
      </button>
      <p class="hint centred">
        You get a bank account number to transfer to from any Nigerian bank. It is yours for 30 minutes.
      </p>
    </form>`,
  });
}

function amountField({ minAmount, maxAmount }: CheckoutLink): Html {
  const hint = boundsHint(minAmount && renderMoney(minAmount), maxAmount && renderMoney(maxAmount));
  return html`<div class="field">
    <label for="amount">Amount</label>
    <div class="affixed">
      <span class="affix" aria-hidden="true">₦</span>
      <input
        id="amount"
        name="amount"
        type="text"
        inputmode="decimal"
        autocomplete="off"
        maxlength="20"
        required
        placeholder="0.00"
        aria-describedby="amount-hint amount-error"
        data-min="${minAmount?.value ?? MINIMUM_AMOUNT}"
        data-max="${maxAmount?.value ?? MAXIMUM_COLLECTION}"
      />
    </div>
    <p class="hint" id="amount-hint">${hint}</p>
    <p class="error" id="amount-error"></p>
  </div>`;
}

function boundsHint(least: string | undefined, most: string | undefined): string {
  if (least !== undefined && most !== undefined) return `In naira, from ${least} to ${most}.`;
  if (least !== undefined) return `In naira, at least ${least}.`;
  if (most !== undefined) return `In naira, at most ${most}.`;
  return "In naira.";
}
