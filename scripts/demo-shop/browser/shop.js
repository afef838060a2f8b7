// The page with the script tag: it asks the shop's server for an order, and opens the checkout of its payment link.
// What it shows proves nothing: the order is fulfilled when the webhook has come to the server.

const service = Service();
const problem = document.querySelector("#problem");
let isOrdering = false;

for (const button of document.querySelectorAll("[data-buy]")) {
  button.addEventListener("click", () => buy(button.dataset.buy));
}

async function buy(book) {
  if (isOrdering) return;
  isOrdering = true;
  problem.textContent = "";
  try {
    const order = await createOrder(book);
    service.checkout({
      slug: order.slug,
      // Paid or not: the page of the order knows, and lets the payer try again.
      onClose: () => location.assign(`/orders/${order.id}`),
      onError: ({ message }) => (problem.textContent = message),
    });
  } catch (error) {
    problem.textContent = error.message;
  } finally {
    isOrdering = false;
  }
}

async function createOrder(book) {
  const response = await fetch("/orders", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ book }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}
