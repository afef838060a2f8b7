import type { CheckoutPage } from "./checkout-state.ts";

export type Store = {
  page(): CheckoutPage;
  /** Calls a transition with the page and its other arguments, and then the listeners. */
  update<Arguments extends unknown[]>(
    transition: (page: CheckoutPage, ...rest: Arguments) => CheckoutPage,
    ...rest: Arguments
  ): void;
  onChange(listener: (page: CheckoutPage, before: CheckoutPage) => void): void;
};

/** Holds the page's state. */
export function createStore(first: CheckoutPage): Store {
  const listeners: Parameters<Store["onChange"]>[0][] = [];
  let page = first;
  return {
    page: () => page,
    update(transition, ...rest) {
      const before = page;
      page = transition(page, ...rest);
      if (page !== before) for (const listener of listeners) listener(page, before);
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
