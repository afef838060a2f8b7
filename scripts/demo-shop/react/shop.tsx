import { useServiceCheckout } from "@service/react";
import { useRef, useState } from "react";
import { catalogue, inNaira } from "../catalogue.ts";
import { OrderCard, type Order } from "./order-card.tsx";

/** The shop with the hook: an order is made first, and then its payment link is opened. */
export function Shop({ payOrigin }: { payOrigin: string }) {
  const [order, setOrder] = useState<Order>();
  const [problem, setProblem] = useState("");
  const isOrdering = useRef(false);
  const { open } = useServiceCheckout({ payOrigin, onError: ({ message }) => setProblem(message) });

  async function buy(book: string) {
    if (isOrdering.current) return;
    isOrdering.current = true;
    setProblem("");
    try {
      const created = await createOrder(book);
      setOrder(created);
      open(created.slug);
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      isOrdering.current = false;
    }
  }

  return (
    <>
      {order !== undefined && <OrderCard key={order.id} order={order} payOrigin={payOrigin} />}
      <p id="problem" role="alert">
        {problem}
      </p>
      <ul className="books">
        {catalogue.map(({ id, title, author, price }) => (
          <li key={id} className="book">
            <div className="cover" aria-hidden="true">
              {title}
            </div>
            <h2>{title}</h2>
            <p>{author}</p>
            <p className="price">{inNaira(price)}</p>
            <button type="button" onClick={() => void buy(id)}>
              Buy<span className="unseen"> {title}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

async function createOrder(book: string): Promise<Order> {
  const response = await fetch("/orders", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ book }),
  });
  const answer = (await response.json()) as { id: string; slug: string; message?: string };
  if (!response.ok) throw new Error(answer.message);
  const { title, price } = catalogue.find(({ id }) => id === book)!;
  return { id: answer.id, slug: answer.slug, title, price };
}
