import type { CheckoutHandle, CheckoutOptions } from "./types.ts";

/** A link that is being opened or is open. */
export type Opening = CheckoutHandle & {
  /** Adds the callbacks of another call for the same link. */
  join: (options: CheckoutOptions) => void;
};

/** What all checkouts of one page share. Other versions of this package read it too: add members, never change one. */
export type PageState = {
  /** By address: the links that are being opened or are open. */
  links: Map<string, Opening>;
  /** How many modals hold the page still. */
  locks: number;
  unlock: () => void;
};

const KEY = Symbol.for("@service/js");

/**
 * The page's state. It is kept on the window, because a page may load this module several times: by two script tags,
 * by a bundle beside one, or when a development server replaces it.
 */
export function pageState(): PageState {
  const page = window as { [KEY]?: PageState };
  page[KEY] ??= { links: new Map(), locks: 0, unlock: () => {} };
  return page[KEY];
}
