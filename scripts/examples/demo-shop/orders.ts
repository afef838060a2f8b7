import { randomUUID } from "node:crypto";
import type { Book } from "./catalogue.ts";

export type Order = {
  id: string;
  book: Book;
  /** What has to be paid. Kept with the order, so that a price that changes later changes no order. */
  amount: { value: number; currency: "NGN" };
  /** Of its payment link, once that is made. */
  slug: string | undefined;
  /** fulfilled: it was paid, and the book may leave. */
  status: "waiting" | "fulfilled";
};

/** What the webhook says of a payment that settled, as far as the shop looks at it. */
export type Payment = { slug?: string; amount: { value: number; currency: string } };

export type Fulfilment = "fulfilled" | "already_fulfilled" | "not_ours" | "wrong_amount";

/** The shop's orders. They are lost when the shop stops: a real one keeps them in its database. */
export class Orders {
  readonly #orders = new Map<string, Order>();

  create(book: Book): Order {
    const order: Order = {
      // Anyone who knows an order's id may see the order, so the id cannot be guessed.
      id: randomUUID(),
      book,
      amount: { value: book.price, currency: "NGN" },
      slug: undefined,
      status: "waiting",
    };
    this.#orders.set(order.id, order);
    return order;
  }

  find(id: string): Order | undefined {
    return this.#orders.get(id);
  }

  /**
   * Fulfils the order of a paid payment link, if what was paid is what the order costs. Webhooks can come twice: the
   * second time nothing happens. (In a database, `update … where status = 'waiting'` does the same.)
   */
  fulfil({ slug, amount }: Payment): Fulfilment {
    const order = [...this.#orders.values()].find(
      (placed) => placed.slug !== undefined && placed.slug === slug,
    );
    if (order === undefined) return "not_ours";
    if (amount.value !== order.amount.value || amount.currency !== order.amount.currency)
      return "wrong_amount";
    if (order.status === "fulfilled") return "already_fulfilled";
    order.status = "fulfilled";
    return "fulfilled";
  }
}
