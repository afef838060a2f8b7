/** @jsxImportSource preact */
import type { JSX } from "preact";
import type { Actions } from "../state/actions.ts";
import type { TransferState } from "../state/checkout-state.ts";
import { PLAY_FAILED } from "../state/transitions.ts";

type Props = { play: TransferState["play"]; actions: Actions };

/** Simulates the payer's transfer, on test links only. */
export function TestTransfer({ play, actions }: Props): JSX.Element {
  return (
    <>
      <button
        type="button"
        class="primary"
        translate={false}
        aria-busy={play === "busy" ? "true" : "false"}
        onClick={() => void actions.playTransfer()}
      >
        I've sent the transfer
      </button>
      {play === "failed" && <p class="error">{PLAY_FAILED}</p>}
    </>
  );
}
