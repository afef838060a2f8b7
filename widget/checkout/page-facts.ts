import type { Money } from "./session/session.ts";

/** What the page knows about the payment link. */
export type CheckoutLink = {
  slug: string;
  title: string;
  merchantName: string;
  /** open: the payer enters the amount. */
  amountType: "fixed" | "open";
  amount?: Money;
  minAmount?: Money;
  maxAmount?: Money;
  /** unavailable: the merchant may not collect at present. */
  status: "active" | "paid" | "disabled" | "unavailable";
  environment: "test" | "live";
  /** The payer is not asked for an email. */
  isEmailKnown: boolean;
};

/** The page that embeds the checkout, and the nonce that it made for this opening. */
export type Embedding = { parentOrigin: string; nonce: string };

export type Limits = { least: number; most: number };

/** The data that the server sends in its first response. The ingress has the same type; a test compares them. */
export type PageFacts = {
  link: CheckoutLink;
  /** The least and most that an open link accepts, in kobo; missing for links with a fixed amount. */
  limits?: Limits;
  /** Missing if the checkout is not embedded. */
  embedding?: Embedding;
};

/** The element into which the browser draws the changing part of the page. */
export const ROOT_ID = "checkout";
/** The link that is shown where the script does not arrive. */
export const RELOAD_ID = "reload";
/** The element that holds the facts as JSON. */
export const FACTS_ID = "page-facts";

/** Reads the facts from the document, and throws if it has none. */
export function readPageFacts(page: Document): PageFacts {
  const facts: unknown = JSON.parse(page.getElementById(FACTS_ID)?.textContent ?? "null");
  if (!isPageFacts(facts)) throw new Error("The page has no facts.");
  return facts;
}

/** Whether the payer has to enter something before there can be an account. */
export function hasForm({ amountType, isEmailKnown }: CheckoutLink): boolean {
  return amountType === "open" || !isEmailKnown;
}

/** The server is ours, so this only detects a page and a script of different versions. */
function isPageFacts(facts: unknown): facts is PageFacts {
  if (!isObject(facts)) return false;
  const { link, limits } = facts;
  if (!isObject(link)) return false;
  const isText = (name: string) => typeof link[name] === "string";
  return (
    ["slug", "merchantName", "status"].every(isText) && isObject(limits) === (link["amountType"] === "open")
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
