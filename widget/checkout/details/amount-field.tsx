/** @jsxImportSource preact */
import type { JSX } from "preact";
import { formatMoney, parseNaira } from "../money.ts";
import type { CheckoutLink } from "../page-facts.ts";
import { tidyNaira } from "./check-details.ts";
import { Words } from "../elements/words.tsx";
import type { FieldProps } from "./email-field.tsx";

/** The amount to pay, on a link where the payer chooses it. */
export function AmountField({ link, first, error, onInput }: FieldProps): JSX.Element {
  /** 5000 becomes 5,000.00. */
  function tidy({ currentTarget }: { currentTarget: HTMLInputElement }): void {
    const kobo = parseNaira(currentTarget.value);
    if (kobo !== undefined) currentTarget.value = tidyNaira(kobo);
  }
  return (
    <div class="field">
      <label for="amount">Amount</label>
      <div class="affixed">
        <span class="affix" aria-hidden="true">
          ₦
        </span>
        <input
          id="amount"
          type="text"
          inputmode="decimal"
          autocomplete="off"
          required
          placeholder="0.00"
          defaultValue={first}
          aria-describedby="amount-hint amount-error"
          aria-invalid={error === undefined ? undefined : "true"}
          onInput={onInput}
          onBlur={tidy}
        />
      </div>
      <p class="hint" id="amount-hint">
        {hintOf(link)}
      </p>
      <p class="error" id="amount-error">
        {error && <Words>{error}</Words>}
      </p>
    </div>
  );
}

function hintOf({ minAmount, maxAmount }: CheckoutLink): string {
  const least = minAmount && formatMoney(minAmount);
  const most = maxAmount && formatMoney(maxAmount);
  if (least && most) return `In naira, from ${least} to ${most}.`;
  if (least) return `In naira, at least ${least}.`;
  return most ? `In naira, at most ${most}.` : "In naira.";
}
