/** @jsxImportSource preact */
import type { ComponentChildren, JSX } from "preact";
import { CloseButton } from "../elements/close-button.tsx";
import { Mark, type MarkProps } from "../elements/mark.tsx";
import { Section, type SectionProps } from "../elements/section.tsx";
import type { CheckoutState } from "../state/checkout-state.ts";

type Props = SectionProps &
  MarkProps & {
    kind: CheckoutState["kind"];
    heading: string;
    /** What to do next. */
    children: ComponentChildren;
    more?: ComponentChildren;
  };

/** A section with little more than text and a way out. */
export function Message({ kind, color, icon, heading, children, more, actions }: Props): JSX.Element {
  return (
    <Section kind={kind} mark={<Mark color={color} icon={icon} />} heading={heading}>
      <p>{children}</p>
      {more}
      <CloseButton actions={actions} />
    </Section>
  );
}
