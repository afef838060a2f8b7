// The page of an order: it polls the shop's server for the webhook, and offers the checkout until then.

import { describeProblem } from "./describe-problem.js";
import { describeStatus } from "./describe-status.js";
import { followOrder } from "./follow-order.js";

const { order, slug } = document.querySelector("[data-order]").dataset;
const status = document.querySelector("#status");
const pay = document.querySelector("#pay");
const problem = document.querySelector("#problem");

pay.addEventListener("click", () => {
  problem.textContent = "";
  Service().checkout({
    slug,
    onSuccess: () => (problem.textContent = ""),
    onError: ({ code, message }) => {
      console.warn(message);
      problem.textContent = describeProblem(code);
    },
  });
});

show(status.dataset.status);
if (status.dataset.status === "waiting") followOrder(order, show);

function show(state) {
  status.dataset.status = state;
  // Screen readers would repeat the same text.
  const words = describeStatus(state);
  if (status.textContent !== words) status.textContent = words;
  pay.hidden = state !== "waiting";
}
