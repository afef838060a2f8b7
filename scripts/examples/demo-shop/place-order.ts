import type { Service } from "../../../sdk/node/index.ts";
import type { Book } from "./catalogue.ts";
import type { Order, Orders } from "./orders.ts";

/** Creates an order for a book and its payment link, for the order's price and payable once. */
export async function placeOrder(orders: Orders, service: Service, book: Book): Promise<Order> {
  const order = orders.create(book);
  const { slug } = await service.paymentLinks.create(
    { title: book.title, amountType: "fixed", amount: order.amount, linkType: "one_time" },
    { timeout: 10_000 },
  );
  order.slug = slug;
  return order;
}
