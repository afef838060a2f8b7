/** @jsxImportSource preact */
import { hydrate, render } from "preact";
import { Checkout } from "./checkout.tsx";
import type { CheckoutLink } from "./page-facts.ts";
import type { Actions } from "./state/actions.ts";
import { titles, type CheckoutPage } from "./state/checkout-state.ts";
import type { Store } from "./state/store.ts";

type Parts = { root: HTMLElement; link: CheckoutLink; store: Store; actions: Actions; isFramed: boolean };

export type DrawnPage = {
  /** From now on the page may take the focus, at the payer's first field. */
  takeFocus(): void;
};

/** Takes over the HTML that the server rendered, and draws every change of the page's state. */
export function drawPage({ root, link, store, actions, isFramed }: Parts): DrawnPage {
  // A hidden frame must not take the focus from the page around it.
  let mayFocus = !isFramed;
  const checkout = (page: CheckoutPage) => <Checkout link={link} page={page} actions={actions} />;
  const focus = (selector: string) =>
    root.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });

  hydrate(checkout(store.page()), root);
  store.onChange((page, before) => {
    render(checkout(page), root);
    const { state } = page;
    const isNew = state.kind !== before.state.kind;
    if (isNew) document.title = `${titles[state.kind]} · ${link.merchantName}`;
    if (isNew && mayFocus) {
      window.scrollTo(0, 0);
      focus("h2");
    }
    if (state.kind === "details" && state !== before.state && state.refusals !== refusalsOf(before)) {
      focus("[aria-invalid=true]");
    }
  });
  store.update((page) => ({ ...page, isReady: true }));
  // A browser that reloads a page may fill in its fields.
  const amount = root.querySelector<HTMLInputElement>("#amount");
  if (amount !== null) actions.edit("amount", amount.value);

  return {
    takeFocus() {
      mayFocus = true;
      if (root.querySelector("input") === null) focus("h2");
      else focus("input");
    },
  };
}

const refusalsOf = ({ state }: CheckoutPage) => (state.kind === "details" ? state.refusals : 0);
