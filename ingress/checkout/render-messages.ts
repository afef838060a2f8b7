import { html, type Html } from "../http/html.ts";
import type { CheckoutLink } from "./checkout-link.ts";
import { copyButton } from "./render-copy-button.ts";
import { icon } from "./render-icon.ts";
import { renderSection } from "./render-section.ts";

const spinner = html`<span class="spinner" aria-hidden="true"></span>`;
const success = html`<span class="mark success">${icon("tick")}</span>`;
const neutral = html`<span class="mark neutral">${icon("cross")}</span>`;
const attention = (name: "alert" | "clock" | "offline") =>
  html`<span class="mark attention">${icon(name)}</span>`;
const close = html`<button type="button" class="secondary embedded-only" data-action="close">Close</button>`;
const retry = html`<button type="button" class="primary" data-action="retry">Try again</button>`;

/** The states that have little to show but words: what has happened, and a way out. */
export function messageSections(link: CheckoutLink, first: string): Html[] {
  return link.status === "active"
    ? whileOpen(link.merchantName, first)
    : [onceClosed(link), closedSection(link.merchantName)];
}

/** What stands at an address that is no payment link's: nothing is known of it, so nothing of it can be said. */
export function unknownMessage(): Html {
  return html`<div class="view outcome">
    ${attention("alert")}
    <h1>We can’t find this payment link</h1>
    <p>
      Part of the link may be missing. Open it again from the message it came in, or ask whoever sent it for a
      new one.
    </p>
  </div>`;
}

function onceClosed({ status, merchantName }: CheckoutLink): Html {
  if (status === "paid") {
    return renderSection({
      view: "paid",
      title: "Already paid",
      isVisible: true,
      mark: success,
      heading: "This has already been paid",
      content: html`<p>
          There is nothing more to pay here, so please don’t send any money. To pay for something else, ask
          ${merchantName} for a new link.
        </p>
        ${close}`,
    });
  }
  return renderSection({
    view: "disabled",
    title: "Not available",
    isVisible: true,
    mark: neutral,
    heading: "This payment link is switched off",
    content: html`<p>
        ${merchantName} no longer takes payments here, so please don’t send any money. Ask them for a new link
        if you still want to pay.
      </p>
      ${close}`,
  });
}

function whileOpen(merchantName: string, first: string): Html[] {
  return [
    renderSection({
      view: "starting",
      title: "Getting your account number",
      isVisible: first === "starting",
      mark: spinner,
      heading: "Getting your account number",
      content: html`<p>This takes a few seconds.</p>`,
    }),
    renderSection({
      view: "resuming",
      title: "Checking your payment",
      mark: spinner,
      heading: "Checking your payment",
      content: html`<p>Picking up where you left off.</p>`,
    }),
    closedSection(merchantName),
    renderSection({
      view: "failed",
      title: "No account number",
      mark: attention("alert"),
      heading: "We couldn’t get you an account number",
      content: html`<p>
          Nothing has been paid. Try again in a moment. If it keeps failing, ask ${merchantName} for another
          way to pay.
        </p>
        ${retry} ${close}`,
    }),
    renderSection({
      view: "unreachable",
      title: "No connection",
      mark: attention("offline"),
      heading: "We can’t reach the checkout",
      content: html`<p>
          Check your internet connection. If you have sent a transfer, it is safe. This page carries on by
          itself once you are back online.
        </p>
        ${retry} ${close}`,
    }),
    renderSection({
      view: "busy",
      title: "Too many tries",
      mark: attention("clock"),
      heading: "Too many tries from your network",
      content: html`<p>Nothing has been paid. Wait a minute, then try again.</p>
        ${retry} ${close}`,
    }),
  ];
}

/** The link takes no more money, but what this payer may have sent has to be sorted out. */
function closedSection(merchantName: string): Html {
  return renderSection({
    view: "closed",
    title: "Closed",
    mark: neutral,
    heading: "This payment link has closed",
    content: html`<p>
        It was paid from somewhere else, or ${merchantName} switched it off. Please don’t send any money.
      </p>
      <div class="aside" data-part="closed-reference" hidden>
        <h3>Already sent the money?</h3>
        <p>
          It isn’t lost. Show ${merchantName} your bank’s receipt and this reference, so that they can sort it
          out with you:
        </p>
        <p class="reference">
          <data data-text="closedReference"></data> ${copyButton("closedReference", "reference")}
        </p>
      </div>
      ${close}`,
  });
}
