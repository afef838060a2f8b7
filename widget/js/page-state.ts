import type { CheckoutHandle, CheckoutOptions } from "./types.ts";

/** A link that is being opened or is open. */
export type Opening = CheckoutHandle & {
  /** Adds the callbacks of another call for the same link. */
  join: (options: CheckoutOptions) => void;
};

/**
 * The state that all checkouts of one page share. Other versions of this package read it too: add fields, never change
 * one.
 */
export type PageState = {
  /** The links that are being opened or are open, by address. */
  links: Map<string, Opening>;
  /** How many modals stop the page from scrolling. */
  locks: number;
  unlock: () => void;
};

const KEY = Symbol.for("@service/js");

/**
 * The page's state, kept on the window because a page may load this module several times: by two script tags, in a
 * bundle beside one, or when a development server replaces it.
 */
export function pageState(): PageState {
  const page = window as { [KEY]?: PageState };
  page[KEY] ??= { links: new Map(), locks: 0, unlock: () => {} };
  return page[KEY];
}
