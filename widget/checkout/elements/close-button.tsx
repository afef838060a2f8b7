/** @jsxImportSource preact */
import type { JSX } from "preact";
import type { Actions } from "../state/actions.ts";

type Props = { actions: Actions; label?: string; style?: "primary" | "secondary" };

/** Closes the frame; the stylesheet hides it when the checkout is not in a frame. */
export function CloseButton({ actions, label = "Close", style = "secondary" }: Props): JSX.Element {
  return (
    <button type="button" class={`${style} embedded-only`} translate={false} onClick={actions.close}>
      {label}
    </button>
  );
}
