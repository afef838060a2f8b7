/**
 * Returns what the payer reads about their order.
 *
 * @param {"waiting" | "fulfilled" | "unknown"} status
 * @returns {string}
 */
export function describeStatus(status) {
  return sentences[status];
}

const sentences = {
  waiting: "Waiting for your payment. This page changes when it has arrived.",
  fulfilled: "Paid. Your book is on its way.",
  unknown: "The shop does not know this order any more. If you have paid, please ask the shop.",
};
