/** @jsxImportSource preact */
import { options, type JSX } from "preact";
import { renderToString } from "preact-render-to-string";
import { Checkout } from "../checkout.tsx";
import { FACTS_ID, ROOT_ID, type PageFacts } from "../page-facts.ts";
import type { Actions } from "../state/actions.ts";
import { firstPage, titles } from "../state/checkout-state.ts";
import { Document } from "./document.tsx";
import { Payee } from "./payee.tsx";
import { BusyPage, UnknownLink } from "./pages-without-link.tsx";

// False attributes are left out of the HTML, but this one must be "no". In browsers it is a property.
options.vnode = ({ props }) => {
  if ("translate" in props && props.translate === false) props.translate = "no";
};

/** The addresses of the page's own files. */
export type Assets = { script: string; stylesheet: string };

/** The hosted checkout of a payment link, in the state that it starts from. */
export function renderPage(facts: PageFacts, assets: Assets): string {
  const { link, embedding } = facts;
  const title = link.status === "active" ? link.title : titles[link.status];
  return renderDocument(
    <Document title={`${title} · ${link.merchantName}`} assets={assets} isEmbedded={embedding !== undefined}>
      <main class="card">
        <Payee link={link} />
        <div id={ROOT_ID}>
          <Checkout link={link} page={firstPage(link)} actions={noActions} />
        </div>
      </main>
      <script type="application/json" id={FACTS_ID} dangerouslySetInnerHTML={{ __html: escapeJson(facts) }} />
    </Document>,
  );
}

/** The page at an address that belongs to no payment link. */
export function renderUnknownPage({ stylesheet }: Assets): string {
  return renderDocument(
    <Document title="Payment link not found" assets={{ stylesheet }} isEmbedded={false}>
      <UnknownLink />
    </Document>,
  );
}

/** The page that a payer sees if the checkout is not available now: too many requests, or an error. */
export function renderBusyPage({ stylesheet }: Assets): string {
  return renderDocument(
    <Document title="Try again shortly" assets={{ stylesheet }} isEmbedded={false}>
      <BusyPage />
    </Document>,
  );
}

function renderDocument(document: JSX.Element): string {
  return `<!doctype html>${renderToString(document)}`;
}

/** In a script element, "</script>" and "<!--" have a meaning, so no "<" may stay. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, "\\u003c");
}

const nothing = () => {};
const nothingAsync = () => Promise.resolve();

/** The server only renders: nothing can be pressed there. */
const noActions: Actions = {
  edit: nothing,
  submit: nothing,
  copy: nothingAsync,
  close: nothing,
  retry: nothing,
  check: nothing,
  startOver: nothing,
  startAgain: nothing,
  playTransfer: nothingAsync,
};
