import { z } from "zod";
import type { CallService } from "./call-service.ts";
import type { Book } from "./catalogue.ts";
import type { Order, Orders } from "./orders.ts";

const paymentLink = z.object({ slug: z.string() });

/** Creates an order for a book and its payment link, for the order's price and payable once. */
export async function placeOrder(orders: Orders, call: CallService, book: Book): Promise<Order> {
  const order = orders.create(book);
  const { slug } = paymentLink.parse(
    await call("POST", "/v1/payment-links", {
      title: book.title,
      amountType: "fixed",
      amount: order.amount,
      linkType: "one_time",
    }),
  );
  order.slug = slug;
  return order;
}
