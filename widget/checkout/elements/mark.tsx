/** @jsxImportSource preact */
import type { JSX } from "preact";
import { Icon, type IconName } from "./icon.tsx";

export type MarkProps = {
  color: "success" | "neutral" | "attention";
  icon: IconName;
};

/** A large round sign above a heading. */
export function Mark({ color, icon }: MarkProps): JSX.Element {
  return (
    <span class={`mark ${color}`}>
      <Icon name={icon} />
    </span>
  );
}
