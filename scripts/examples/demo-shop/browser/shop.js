// The page with the script tag: it asks the shop's server for an order, and opens the checkout of its payment link.
// What it shows proves nothing: the order is fulfilled when the webhook has come to the server.

import { describeProblem } from "./describe-problem.js";

const service = Service();
const problem = document.querySelector("#problem");
// From the click until the checkout has closed, or is known not to open: a second click makes no second order.
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
      // Paid or not: the page of the order knows, and lets the payer try again.
      onClose: () => {
        isBuying = false;
        location.assign(`/orders/${order.id}`);
      },
      onError: ({ code, message }) => {
        // Without a checkout, nothing closes.
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
