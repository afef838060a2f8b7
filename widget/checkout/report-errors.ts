import type { Parent } from "./talk-to-parent.ts";

const messages = {
  LINK_UNAVAILABLE: "The payment link is paid, disabled or unknown.",
  TRANSFER_WINDOW_EXPIRED: "The payer's transfer did not arrive within 30 minutes.",
  CHECKOUT_UNREACHABLE: "The checkout did not answer the payer.",
  CHECKOUT_FAILED: "No account could be made for the payer.",
};

export type ErrorReport = {
  /** Tells the page around this one; what it has been told already, it is not told again. */
  tell(code: keyof typeof messages): void;
  /** The payer begins anew. */
  reset(): void;
};

export function reportErrors(parent: Parent): ErrorReport {
  const told = new Set<string>();
  return {
    tell(code) {
      if (told.has(code)) return;
      told.add(code);
      parent.send({ type: "error", code, message: messages[code] });
    },
    reset: () => told.clear(),
  };
}
