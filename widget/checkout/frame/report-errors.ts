import type { CheckoutState } from "../state/checkout-state.ts";
import type { Parent } from "./talk-to-parent.ts";

const messages = {
  LINK_UNAVAILABLE: "The link accepts no payments.",
  TRANSFER_WINDOW_EXPIRED: "The payer's transfer did not arrive within 30 minutes.",
  CHECKOUT_UNREACHABLE: "The checkout did not respond.",
  CHECKOUT_FAILED: "No account number was available.",
};

const codes: Partial<Record<CheckoutState["kind"], keyof typeof messages>> = {
  paid: "LINK_UNAVAILABLE",
  disabled: "LINK_UNAVAILABLE",
  unavailable: "LINK_UNAVAILABLE",
  closed: "LINK_UNAVAILABLE",
  expired: "TRANSFER_WINDOW_EXPIRED",
  unreachable: "CHECKOUT_UNREACHABLE",
  failed: "CHECKOUT_FAILED",
};

export type ErrorReport = {
  /** Reports to the page around this one that the payer cannot continue; each error once. */
  report(state: CheckoutState): void;
  /** The payer starts again: errors count again. */
  reset(): void;
};

export function reportErrors(parent: Parent): ErrorReport {
  const sent = new Set<string>();
  return {
    report({ kind }) {
      const code = codes[kind];
      if (code === undefined || sent.has(code)) return;
      sent.add(code);
      parent.send({ type: "error", code, message: messages[code] });
    },
    reset: () => sent.clear(),
  };
}
