import { pathToFileURL } from "node:url";
import { z } from "zod";
import { MAXIMUM_COLLECTION, MINIMUM_AMOUNT } from "../../sql/ledger/money.ts";
import type { CheckoutLink } from "./checkout-link.ts";

/** The page that embeds the checkout, and the nonce that it made for this opening. */
export type Embedding = { parentOrigin: string; nonce: string };

/** The data of the page's first response; sent to the browser as JSON. */
export type PageFacts = {
  link: CheckoutLink;
  /** The least and most that an open link accepts, in kobo; missing for links with a fixed amount. */
  limits?: { least: number; most: number };
  embedding?: Embedding;
};

/** The addresses of the page's own files. */
export type Assets = { script: string; stylesheet: string };

/**
 * The exports of the built widget/checkout/server: functions that return whole HTML documents. The widget's sources
 * are not imported here, so a test compares these types with the widget's own.
 */
export type PageRenderer = {
  renderPage(facts: PageFacts, assets: Assets): string;
  /** For an address that belongs to no payment link. */
  renderUnknownPage(assets: Assets): string;
  /** For a payer who cannot get the page now. */
  renderBusyPage(assets: Assets): string;
};

const isFunction = (value: unknown) => typeof value === "function";
const pageRenderer = z.object({
  renderPage: z.custom<PageRenderer["renderPage"]>(isFunction),
  renderUnknownPage: z.custom<PageRenderer["renderUnknownPage"]>(isFunction),
  renderBusyPage: z.custom<PageRenderer["renderBusyPage"]>(isFunction),
});

/** Loads the renderer from a file that `npm run build` made. Rejects if it is not there or exports something else. */
export async function loadPageRenderer(path: string): Promise<PageRenderer> {
  const exported: unknown = await import(pathToFileURL(path).href);
  return pageRenderer.parse({ ...(exported as object) });
}

/** `liveLeast`: the least that a live gateway accepts, in kobo. */
export function pageFacts(
  link: CheckoutLink,
  embedding: Embedding | undefined,
  liveLeast = MINIMUM_AMOUNT,
): PageFacts {
  const least = link.environment === "live" ? liveLeast : MINIMUM_AMOUNT;
  const limits = {
    least: Math.max(link.minAmount?.value ?? 0, least),
    most: link.maxAmount?.value ?? MAXIMUM_COLLECTION,
  };
  return { link, ...(link.amountType === "open" && { limits }), ...(embedding && { embedding }) };
}
