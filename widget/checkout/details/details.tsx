/** @jsxImportSource preact */
import type { JSX } from "preact";
import { Section } from "../elements/section.tsx";
import { Amount } from "../elements/words.tsx";
import { DetailsForm, type FormProps } from "./details-form.tsx";

/** What the payer has to enter first: the amount of an open link, and an email if the merchant gave none. */
export function DetailsSection(props: FormProps): JSX.Element {
  const { amount } = props.link;
  const heading = amount ? (
    <>
      <span class="label">Amount to pay</span>{" "}
      <span class="amount">
        <Amount money={amount} />
      </span>
    </>
  ) : (
    "How much would you like to pay?"
  );
  return (
    <Section kind="details" heading={heading}>
      <DetailsForm {...props} />
    </Section>
  );
}
