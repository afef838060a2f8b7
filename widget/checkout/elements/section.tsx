/** @jsxImportSource preact */
import type { ComponentChildren, JSX } from "preact";
import type { CheckoutLink } from "../page-facts.ts";
import type { Actions } from "../state/actions.ts";
import type { CheckoutPage, CheckoutState } from "../state/checkout-state.ts";

/** The props of every section; some also get their part of the state. */
export type SectionProps = { link: CheckoutLink; page: CheckoutPage; actions: Actions };

type Props = {
  kind: CheckoutState["kind"];
  heading: ComponentChildren;
  /** Stands beside the heading. */
  beside?: JSX.Element;
  /** Drawn above the heading. */
  mark?: JSX.Element;
  children: ComponentChildren;
};

/** The frame of a section. Its heading takes the focus when the section appears. */
export function Section({ kind, heading, beside, mark, children }: Props): JSX.Element {
  const id = `${kind}-heading`;
  const title = (
    <h2 id={id} tabIndex={-1}>
      {heading}
    </h2>
  );
  return (
    <section id={kind} class={mark ? "view outcome" : "view"} aria-labelledby={id}>
      {mark}
      {beside ? (
        <div class="headline">
          {title}
          {beside}
        </div>
      ) : (
        title
      )}
      {children}
    </section>
  );
}
