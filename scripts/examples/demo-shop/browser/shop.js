// The page with the script tag: it requests an order from the shop's server, and opens the checkout of its payment
// link. What it shows proves nothing: the order is fulfilled when the webhook reaches the server.

import { describeProblem } from "./describe-problem.js";

const service = Service();
const problem = document.querySelector("#problem");
// From the click until the checkout has closed or failed to open: a second click creates no second order.
let isBuying = false;

for (const button of document.querySelectorAll("[data-buy]")) {
  button.addEventListener("click", () => buy(button.dataset.buy));
}

async function buy(book) {
  if (isBuying) return;
  isBuying = true;
  problem.textContent = "";
  try {
    const order = await createOrder(book);
    service.checkout({
      slug: order.slug,
      onSuccess: () => (problem.textContent = ""),
      // Paid or not: the order's page knows, and lets the payer try again.
      onClose: () => {
        isBuying = false;
        location.assign(`/orders/${order.id}`);
      },
      onError: ({ code, message }) => {
        // No checkout opened, so nothing closes.
        if (code === "LINK_UNAVAILABLE") isBuying = false;
        console.warn(message);
        problem.textContent = describeProblem(code);
      },
    });
  } catch (error) {
    isBuying = false;
    console.warn(error);
    problem.textContent = "Your order could not be made. Please try again.";
  }
}

async function createOrder(book) {
  const response = await fetch("/orders", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ book }),
  });
  if (!response.ok) throw new Error(`POST /orders got ${response.status}.`);
  return response.json();
}
