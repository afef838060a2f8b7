// The page of an order: it asks the shop's server whether the webhook has come, and offers the checkout until then.

const POLL_MS = 1_000;
const words = {
  waiting: "Waiting for your payment. This page changes when it has arrived.",
  fulfilled: "Paid. Your book is on its way.",
};

const { order, slug } = document.querySelector("[data-order]").dataset;
const status = document.querySelector("#status");
const pay = document.querySelector("#pay");

pay.addEventListener("click", () => {
  Service().checkout({
    slug,
    onError: ({ message }) => (document.querySelector("#problem").textContent = message),
  });
});

show(status.dataset.status);
if (status.dataset.status === "waiting") setTimeout(poll, POLL_MS);

async function poll() {
  // An answer that got lost is asked for again.
  const answer = await fetch(`/orders/${order}/status`).then(
    (response) => response.json(),
    () => ({ status: "waiting" }),
  );
  show(answer.status);
  if (answer.status === "waiting") setTimeout(poll, POLL_MS);
}

function show(state) {
  status.dataset.status = state;
  // The same words again would be read out again.
  if (status.textContent !== words[state]) status.textContent = words[state];
  pay.hidden = state !== "waiting";
}
