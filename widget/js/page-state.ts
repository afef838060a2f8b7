import type { CheckoutHandle } from "./index.ts";

/** What all checkouts of one page share. Other versions of this package read it: add members, never change one. */
export type PageState = {
  /** By address: the links that are being opened or are open. */
  links: Map<string, CheckoutHandle>;
  /** How many modals hold the page still. */
  locks: number;
  unlock: () => void;
};

const KEY = Symbol.for("@service/js");

/**
 * The page's state. It belongs to the window and not to this module, which a page may have several times: a script tag
 * that is loaded twice, a bundle beside it, a module that a development server replaced.
 */
export function pageState(): PageState {
  const page = window as { [KEY]?: PageState };
  page[KEY] ??= { links: new Map(), locks: 0, unlock: () => {} };
  return page[KEY];
}
