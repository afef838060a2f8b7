// What the payer reads when the checkout reports an error, by `code`; `message` is for logs.

const sentences = new Map([
  ["LINK_UNAVAILABLE", "This order cannot be paid any more. It may have been paid already."],
  [
    "TRANSFER_WINDOW_EXPIRED",
    "The time for the transfer is over. If you have not sent it, open the checkout again for another account.",
  ],
  ["CHECKOUT_UNREACHABLE", "The checkout cannot be reached. Check your internet connection and try again."],
  ["CHECKOUT_FAILED", "The payment could not be started. Please try again."],
]);

/**
 * Returns the sentence for a code of onError. Later versions may add codes, so there is a sentence for all others.
 *
 * @param {string} code
 * @returns {string}
 */
export function describeProblem(code) {
  return (
    sentences.get(code) ?? "Something went wrong with the payment. If you have not paid, please try again."
  );
}
