import { useServiceCheckout, type CheckoutError } from "@service/react";
import { useRef, useState } from "react";
import { describeProblem } from "../browser/describe-problem.js";
import { catalogue, inNaira } from "../catalogue.ts";
import { OrderCard, type Order } from "./order-card.tsx";

/** The shop with the hook: it creates an order first, then opens its payment link. */
export function Shop({ payOrigin }: { payOrigin: string }) {
  const [order, setOrder] = useState<Order>();
  const [problem, setProblem] = useState("");
  /** From the click until the checkout has closed or failed to open: a second click creates no second order. */
  const isBuying = useRef(false);
  const { open } = useServiceCheckout({
    payOrigin,
    onSuccess: clearProblem,
    onClose: () => {
      isBuying.current = false;
    },
    onError: (error) => {
      // No checkout opened, so nothing closes.
      if (error.code === "LINK_UNAVAILABLE") isBuying.current = false;
      showProblem(error);
    },
  });

  function clearProblem() {
    setProblem("");
  }

  function showProblem({ code, message }: CheckoutError) {
    console.warn(message);
    setProblem(describeProblem(code));
  }

  async function buy(book: string) {
    if (isBuying.current) return;
    isBuying.current = true;
    clearProblem();
    try {
      const created = await createOrder(book);
      setOrder(created);
      open(created.slug);
    } catch (error) {
      isBuying.current = false;
      console.warn(error);
      setProblem("Your order could not be made. Please try again.");
    }
  }

  return (
    <>
      {order !== undefined && (
        <OrderCard
          key={order.id}
          order={order}
          payOrigin={payOrigin}
          onSuccess={clearProblem}
          onError={showProblem}
        />
      )}
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
  if (!response.ok) throw new Error(`POST /orders got ${response.status}.`);
  const { id, slug } = (await response.json()) as { id: string; slug: string };
  const { title, price } = catalogue.find((item) => item.id === book)!;
  return { id, slug, title, price };
}
