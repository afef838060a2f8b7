import { html } from "../http/html.ts";
import type { CheckoutLink } from "./checkout-link.ts";
import { detailsSection } from "./details-section.ts";
import { expiredSection } from "./expired-section.ts";
import { renderDocument, type Assets } from "./render-document.ts";
import { messageSections, unknownMessage } from "./render-messages.ts";
import { succeededSection } from "./succeeded-section.ts";
import { transferSection } from "./transfer-section.ts";

export type { Assets } from "./render-document.ts";
/** The page that embeds this one, and the nonce that it made for this opening. */
export type Embedding = { parentOrigin: string; nonce: string };

/**
 * The hosted checkout of a payment link. It holds what every state of a payment shows; one is in sight, and the page's
 * code fills in the facts and changes which. Without that code it says what is to be paid, to whom.
 */
export function renderPage(link: CheckoutLink, embedding: Embedding | undefined, assets: Assets): string {
  const first = firstView(link);
  const isOpen = link.status === "active";
  return renderDocument({
    title: `${titleOf(link)} · ${link.merchantName}`,
    assets,
    isEmbedded: embedding !== undefined,
    content: html`<main
      class="card"
      data-slug="${link.slug}"
      data-merchant="${link.merchantName}"
      data-status="${link.status}"
      ${embedding && html`data-parent-origin="${embedding.parentOrigin}" data-nonce="${embedding.nonce}"`}
    >
      <header class="payee">
        <span class="monogram" aria-hidden="true">${initialOf(link.merchantName)}</span>
        <div>
          <p class="merchant">${link.merchantName}</p>
          <h1>${link.title}</h1>
        </div>
      </header>
      ${
        link.environment === "test" &&
        html`<p class="test-banner"><strong>TEST</strong> Test mode: no real money moves</p>`
      }
      ${
        isOpen &&
        html`<noscript>
          <p class="notice">
            Paying here needs JavaScript. Turn it on and reload this page, or ask ${link.merchantName} for
            another way to pay.
          </p>
        </noscript>`
      }
      ${isOpen && needsForm(link) && detailsSection(link, first === "details")}
      ${isOpen && [transferSection(link), expiredSection(link)]} ${succeededSection(link)}
      ${messageSections(link, first)}
      <p class="hint copy-hint" data-part="copy-hint" hidden>
        Selected. Now copy it with your keyboard, or hold the text and choose Copy.
      </p>
      <p class="unseen" role="status" data-text="announcement"></p>
    </main>`,
  });
}

/** What stands at an address that is no payment link's. */
export function renderUnknownPage(assets: Assets): string {
  return renderDocument({
    title: "Payment link not found",
    assets: { stylesheet: assets.stylesheet },
    isEmbedded: false,
    content: html`<main class="card">${unknownMessage()}</main>`,
  });
}

/** What the browser's tab says at first. */
function titleOf({ status, title }: CheckoutLink): string {
  return { active: title, paid: "Already paid", disabled: "Not available" }[status];
}

/** Whether the payer has something to say before there can be an account. */
function needsForm({ amountType, isEmailKnown }: CheckoutLink): boolean {
  return amountType === "open" || !isEmailKnown;
}

function firstView(link: CheckoutLink): string {
  if (link.status !== "active") return link.status;
  return needsForm(link) ? "details" : "starting";
}

/** As people see it: the first letter, with its accents. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter("en-NG").segment(name.trim());
  return first?.segment.toLocaleUpperCase("en-NG") ?? "";
}
