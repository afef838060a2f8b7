import { randomUUID } from "node:crypto";
import type { Book } from "./catalogue.ts";

export type Order = {
  id: string;
  book: Book;
  /** The amount due. Stored with the order, so that a later price changes no order. */
  amount: { value: number; currency: "NGN" };
  /** The slug of its payment link, once it is created. */
  slug: string | undefined;
  /** fulfilled: it was paid, and the book can be shipped. */
  status: "waiting" | "fulfilled";
};

/** The parts of the webhook about a settled payment that the shop uses. */
export type Payment = { slug?: string; amount: { value: number; currency: string } };

export type Fulfilment = "fulfilled" | "already_fulfilled" | "not_ours" | "wrong_amount";

/** The shop's orders, lost when the shop stops: a real one stores them in its database. */
export class Orders {
  readonly #orders = new Map<string, Order>();

  create(book: Book): Order {
    const order: Order = {
      // Anyone with an order's id may see it, so the id cannot be guessed.
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
   * Fulfils the order of a paid payment link, if the amount paid is the order's. Webhooks can come twice: the second
   * time nothing happens. (In a database, `update … where status = 'waiting'` does the same.)
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
