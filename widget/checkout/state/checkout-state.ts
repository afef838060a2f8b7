import { hasForm, type CheckoutLink } from "../page-facts.ts";
import type { Session } from "../session/session.ts";
import type { Details } from "../session/session-api.ts";

/** The errors of the form's fields. */
export type FieldErrors = { amount?: string | undefined; email?: string | undefined };

export type TransferState = {
  kind: "transfer";
  session: Session;
  isConnected: boolean;
  /** Whole seconds, 0 at the end; undefined while only the server knows. */
  secondsLeft: number | undefined;
  /** The state of the button that simulates the transfer on test links. */
  play: "idle" | "busy" | "failed";
};

/** The section of the page that the payer sees. */
export type CheckoutState =
  | {
      kind: "details";
      errors: FieldErrors;
      /** How often the form was refused. Each refusal moves the focus to the first wrong field. */
      refusals: number;
      /** The amount entered on an open link, in kobo; undefined while it cannot be paid. */
      payable: number | undefined;
    }
  /** Waiting for an account number. */
  | { kind: "starting" }
  /** The page was reloaded and is waiting for the payment's state. */
  | { kind: "resuming" }
  | TransferState
  | { kind: "succeeded"; session: Session; isRedirecting: boolean }
  | { kind: "expired"; token: string; session: Session }
  /** The link stopped accepting payments. The reference is that of this payer's own session, if there was one. */
  | { kind: "closed"; reference: string | undefined }
  /** No account number could be created. */
  | { kind: "failed" }
  | { kind: "unreachable" }
  /** Too many requests from the payer's network, or too many open payments. */
  | { kind: "busy" }
  /** The link accepted no payments when the page was opened. */
  | { kind: "paid" }
  | { kind: "disabled" }
  | { kind: "unavailable" };

/** The texts that can be copied, by the id of the element that shows them. */
export type CopySource = "amount-due" | "account-number" | "reference";

/** The whole page. */
export type CheckoutPage = {
  /** False in the server's HTML: there is no script yet that could handle the form. */
  isReady: boolean;
  state: CheckoutState;
  /** What the payer entered last on this page; undefined before that, and after a reload. */
  entered: Details | undefined;
  /** Read out by screen readers. */
  announcement: string;
  /** The text copied a moment ago. If the browser refuses to copy, it is only selected. */
  copied: { source: CopySource; isSelectedOnly: boolean } | undefined;
  /** Explains how to copy a text that is selected. */
  hasCopyHint: boolean;
};

/** The page as the server renders it and the browser starts. */
export function firstPage(link: CheckoutLink): CheckoutPage {
  return {
    isReady: false,
    state: firstState(link),
    entered: undefined,
    announcement: "",
    copied: undefined,
    hasCopyHint: false,
  };
}

function firstState(link: CheckoutLink): CheckoutState {
  if (link.status !== "active") return { kind: link.status };
  if (!hasForm(link)) return { kind: "starting" };
  return { kind: "details", errors: {}, refusals: 0, payable: undefined };
}

/** The tab's title, followed by the merchant's name. */
export const titles: Record<CheckoutState["kind"], string> = {
  details: "Pay",
  starting: "Getting your account number",
  resuming: "Checking your payment",
  transfer: "Waiting for your transfer",
  succeeded: "Payment received",
  expired: "Account number expired",
  closed: "Closed",
  failed: "No account number",
  unreachable: "No connection",
  busy: "Too many payments",
  paid: "Already paid",
  disabled: "Not available",
  unavailable: "Not available",
};
