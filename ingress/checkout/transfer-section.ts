import { html, type Html } from "../http/html.ts";
import type { CheckoutLink } from "./checkout-link.ts";
import { copyButton } from "./render-copy-button.ts";
import { icon } from "./render-icon.ts";
import { renderSection } from "./render-section.ts";

const WINDOW_SECONDS = 30 * 60;

/** Where to send the money, how much of it, how long that holds, and whether it has come. */
export function transferSection({ environment, amountType, isEmailKnown }: CheckoutLink): Html {
  const details = [amountType === "open" && "amount", !isEmailKnown && "email"].filter(Boolean);
  return renderSection({
    view: "transfer",
    title: "Waiting for your transfer",
    heading: html`<span class="label" data-text="transferLabel">Transfer exactly</span>
      <span class="amount"><data data-text="amountDue"></data></span>`,
    beside: copyButton("amountDue", "amount"),
    content: html`
      <p class="notice" data-part="underpaid" hidden>
        <span>
          <strong data-text="amountReceived"></strong> of <span data-text="amount"></span> has arrived. Send
          the rest to the same account.
        </span>
      </p>
      <dl class="account">
        <div class="number">
          <dt>Account number</dt>
          <dd>
            <data data-text="accountNumber" aria-hidden="true"><span></span><span></span><span></span></data>
            <span class="unseen" data-text="accountDigits"></span>
            ${copyButton("accountNumber", "account number")}
          </dd>
        </div>
        <div>
          <dt>Bank</dt>
          <dd data-text="bankName"></dd>
        </div>
        <div>
          <dt>Account name</dt>
          <dd data-text="accountName"></dd>
        </div>
      </dl>
      <div class="progress">
        <p class="waiting" data-part="waiting">
          <span class="pulse" aria-hidden="true"></span> <span data-text="waiting"></span>
        </p>
        <progress max="${WINDOW_SECONDS}" value="${WINDOW_SECONDS}" aria-hidden="true"></progress>
        <p class="time-left" data-part="time-left">
          This account number expires in <span role="timer" data-text="timeLeft"></span>
        </p>
      </div>
      <p class="notice" data-part="time-is-up" hidden>
        Time is up, so please don’t send money to this account number now. We are checking whether your
        transfer has arrived.
      </p>
      <div class="notice" data-part="disconnected" hidden>
        ${icon("offline")}
        <div>
          <p>
            <strong>No connection to the checkout.</strong> If you have sent the transfer, it is safe: this
            page looks for it as soon as it can.
          </p>
          <button type="button" class="link" data-action="check">Check now</button>
        </div>
      </div>
      <p class="hint" data-part="how-to">
        Send exactly this amount in one transfer from your bank’s app or USSD code. This page tells you when
        it has arrived: most do within a minute.
      </p>
      ${
        environment === "test" &&
        html`<button type="button" class="primary" data-action="playTransfer">I've sent the transfer</button>
          <p class="error" data-part="play-error" hidden>That didn’t work. Please try again.</p>`
      }
      ${
        details.length > 0 &&
        html`<div class="choice" data-part="start-over">
          <button type="button" class="link centred" data-action="startOver">
            Change ${details.join(" or ")}
          </button>
          <p class="hint centred">Only if you have not sent the money yet.</p>
        </div>`
      }
    `,
  });
}
