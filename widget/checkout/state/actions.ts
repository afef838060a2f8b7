import type { TypedDetails } from "../details/check-details.ts";
import type { CopySource } from "./checkout-state.ts";

/** What the payer can do on the page. */
export type Actions = {
  /** The payer is typing. */
  edit(field: "amount" | "email", typed: string): void;
  submit(typed: TypedDetails): void;
  copy(copy: { source: CopySource; text: string; what: string }): Promise<void>;
  /** Closes the frame. */
  close(): void;
  retry(): void;
  /** Polls the payment's state now. */
  check(): void;
  /** Back to the form, to change what was entered. */
  startOver(): void;
  /**
   * Requests another account number, after the expiry or for a further payment, with the same details if there are any.
   */
  startAgain(): void;
  /** Simulates the payer's transfer on a test link. */
  playTransfer(): Promise<void>;
};
