/** @jsxImportSource preact */
import type { JSX } from "preact";
import type { SectionProps } from "../elements/section.tsx";
import { formatMoney } from "../money.ts";
import type { CheckoutState } from "../state/checkout-state.ts";
import { AmountField } from "./amount-field.tsx";
import { formatNaira, tidyNaira } from "./check-details.ts";
import { EmailField } from "./email-field.tsx";

export type FormProps = SectionProps & { state: Extract<CheckoutState, { kind: "details" }> };

/** The form that asks for the amount, the email, or both. */
export function DetailsForm({ link, page, state, actions }: FormProps): JSX.Element {
  const { entered, isReady } = page;
  const { errors, payable } = state;
  const isOpen = link.amountType === "open";

  function submit(event: { preventDefault(): void; currentTarget: HTMLFormElement }): void {
    event.preventDefault();
    // Only the fields of this link's form count, even if somebody has added others to the page.
    const typed = (id: string) => event.currentTarget.querySelector<HTMLInputElement>(`#${id}`)?.value;
    actions.submit({
      ...(isOpen && { amount: typed("amount") }),
      ...(!link.isEmailKnown && { email: typed("email") }),
    });
  }

  return (
    <form novalidate onSubmit={submit}>
      {isOpen && (
        <AmountField
          link={link}
          first={entered?.amount === undefined ? undefined : tidyNaira(entered.amount)}
          error={errors.amount}
          onInput={({ currentTarget }) => actions.edit("amount", currentTarget.value)}
        />
      )}
      {!link.isEmailKnown && (
        <EmailField
          link={link}
          first={entered?.email}
          error={errors.email}
          onInput={({ currentTarget }) => actions.edit("email", currentTarget.value)}
        />
      )}
      <button type="submit" class="primary" translate={false} disabled={!isReady}>
        {link.amount
          ? `Pay ${formatMoney(link.amount)}`
          : payable === undefined
            ? "Continue"
            : `Pay ${formatNaira(payable)}`}
      </button>
      <p class="hint centred">
        You get a bank account number to transfer to from any Nigerian bank. It is yours for 30 minutes.
      </p>
    </form>
  );
}
