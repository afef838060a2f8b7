/** @jsxImportSource preact */
import type { JSX } from "preact";
import type { CopySource } from "../state/checkout-state.ts";
import { Icon } from "./icon.tsx";
import type { SectionProps } from "./section.tsx";

type Props = Pick<SectionProps, "page" | "actions"> & {
  /** The id of the element that shows the text. */
  source: CopySource;
  text: string;
  /** What the button copies, for screen readers. */
  what: string;
};

/** Copies a text, and confirms it for a moment. */
export function CopyButton({ source, text, what, page: { copied }, actions }: Props): JSX.Element {
  const done = copied?.source === source && (copied.isSelectedOnly ? "Selected" : "Copied");
  return (
    <button
      type="button"
      class={done === "Copied" ? "copy copied" : "copy"}
      translate={false}
      onClick={() => void actions.copy({ source, text, what })}
    >
      <Icon name={done === "Copied" ? "tick" : "copy"} />
      <span>
        {done || "Copy"}
        {!done && <span class="unseen"> {what}</span>}
      </span>
    </button>
  );
}
