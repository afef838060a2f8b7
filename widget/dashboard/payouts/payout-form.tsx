import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Limits, Money as MoneyValue, Payout, PayoutAccount } from "../api/types.ts";
import { AccountFields } from "../banks/account-fields.tsx";
import { accountNameQuery, banksQuery } from "../banks/banks-queries.ts";
import { AmountField, parseNaira } from "../components/forms/amount-field.tsx";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Actions, Form } from "../components/forms/form.tsx";
import { formatMoney } from "../components/values/money.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Select } from "../components/forms/select.tsx";
import { SearchSelect } from "../components/forms/search-select.tsx";
import { feeOf, mostWithFee } from "../limits/fee-of.ts";
import { smallestPayoutOf } from "../limits/smallest-payout-of.ts";
import { useEnvironment } from "../shell/environment.ts";
import { purposes } from "./purposes.ts";
import "./payouts.css";

/** A filled-in payout, with everything to check before it is sent. */
export type Draft = {
  amount: MoneyValue;
  fee: MoneyValue;
  purpose: Payout["purpose"];
  narration: string;
  bankName: string;
  bankCode: string;
  accountNumber: string;
  accountName: string;
  /** The saved account; undefined for another one. */
  payoutAccountId: string | undefined;
};

type PayoutFormProps = {
  accounts: PayoutAccount[];
  available: MoneyValue;
  limits: Limits;
  /** The values to restore when returning from the review. */
  draft: Draft | undefined;
  /** The saved account named in the link here. */
  chosen: string | undefined;
  onReview: (draft: Draft) => void;
};

/** The recipient and the amount. */
export function PayoutForm({ accounts, available, limits, draft, chosen, onReview }: PayoutFormProps) {
  const environment = useEnvironment();
  const [recipient, setRecipient] = useState(
    accounts.length === 0 || (draft && draft.payoutAccountId === undefined)
      ? OTHER
      : (draft?.payoutAccountId ?? presetOf(accounts, chosen)),
  );
  const [other, setOther] = useState({
    bankCode: draft?.bankCode ?? "",
    accountNumber: draft?.accountNumber ?? "",
  });
  const [amountText, setAmountText] = useState(draft ? String(draft.amount.value / 100) : "");
  const [purpose, setPurpose] = useState(draft?.purpose ?? "other");
  const banks = useQuery(banksQuery(environment));
  const name = useQuery({ ...accountNameQuery(environment, other), enabled: false });

  const saved = accounts.find(({ reference }) => reference === recipient);
  const kobo = parseNaira(amountText);
  const fee = feeOf({ charges: limits.charges, service: "payout", environment, purpose }, kobo ?? 0);
  const problem =
    kobo === undefined ? undefined : problemOf(kobo, { fee, purpose, available, limits, environment });
  const destination =
    recipient !== OTHER
      ? saved && { ...saved, payoutAccountId: saved.reference }
      : name.data === undefined
        ? undefined
        : {
            ...other,
            accountName: name.data,
            bankName: banks.data?.find(({ code }) => code === other.bankCode)?.name ?? other.bankCode,
            payoutAccountId: undefined,
          };

  const missing =
    destination === undefined
      ? recipient !== OTHER
        ? "Choose an account to continue."
        : "Enter the bank and account number. You can continue once the account name appears."
      : kobo === undefined
        ? "Enter an amount to continue."
        : undefined;

  return (
    <div className="narrow">
      <Form
        onSubmit={({ narration = "" }) => {
          if (destination === undefined || kobo === undefined || problem !== undefined) return;
          onReview({
            ...destination,
            amount: { value: kobo, currency: "NGN" },
            fee: { value: fee, currency: "NGN" },
            purpose,
            narration: narration.trim(),
          });
        }}
      >
        {accounts.length > 0 && (
          <SearchSelect
            label="Recipient"
            placeholder="Choose an account"
            value={recipient}
            onChange={setRecipient}
            options={[
              [OTHER, "Another account", "Enter a bank and an account number"],
              ...accounts.map(
                ({ reference, accountName, bankName, accountNumber }) =>
                  [reference, `${accountName}, ${bankName}, ${accountNumber}`] as const,
              ),
            ]}
            isRequired
          />
        )}
        {recipient === OTHER && <AccountFields account={other} onChange={setOther} />}
        <AmountField
          name="amount"
          label="Amount"
          defaultValue={amountText}
          onChange={setAmountText}
          isRequired
          description={`${`${formatMoney(available)} available.`} ${
            environment === "test" && fee === 0
              ? "No fee in test mode."
              : `The fee is ${formatMoney({ value: fee, currency: "NGN" })}.`
          }`}
        />
        <div className="payouts-problem" role="status">
          {problem !== undefined && <Notice kind="warning">{problem}</Notice>}
        </div>
        <Select
          label="Purpose"
          value={purpose}
          onChange={setPurpose}
          options={purposes}
          description="Salaries owe no stamp duty."
        />
        <TextField
          name="narration"
          label="Narration"
          description="Shown on the recipient’s statement."
          defaultValue={draft?.narration ?? ""}
          maxLength={140}
          isOptional
        />
        <Actions>
          <Button
            type="submit"
            kind="primary"
            isDisabled={missing !== undefined || problem !== undefined}
            aria-describedby={missing === undefined ? undefined : "payout-missing"}
          >
            Review
          </Button>
        </Actions>
        <p id="payout-missing" className="note">
          {missing}
        </p>
      </Form>
    </div>
  );
}

/** Instead of a saved account's reference. */
const OTHER = "other";

/**
 * The account named in the link, or else the default. Never another: nobody chose it, and money sent to a wrong account
 * does not come back.
 */
const presetOf = (accounts: PayoutAccount[], chosen: string | undefined): string | undefined =>
  accounts.find(({ reference, isDefault }) => (chosen === undefined ? isDefault : reference === chosen))
    ?.reference;

type Bounds = {
  fee: number;
  purpose: Payout["purpose"];
  available: MoneyValue;
  limits: Limits;
  environment: "test" | "live";
};

/** Why an amount cannot be paid out; undefined if it can. The service decides; this only warns earlier. */
function problemOf(
  kobo: number,
  { fee, purpose, available, limits, environment }: Bounds,
): string | undefined {
  const smallest = smallestPayoutOf(limits.payout, environment);
  const { largest } = limits.payout[environment];
  if (kobo < smallest.value) return `The minimum payout is ${formatMoney(smallest)}.`;
  if (kobo > largest.value)
    return `A single payout can be up to ${formatMoney(largest)}. Limits are under Settings.`;
  if (kobo + fee <= available.value) return undefined;
  const most = mostWithFee(
    { charges: limits.charges, service: "payout", environment, purpose },
    available.value,
  );
  return `You can send up to ${formatMoney({ value: most, currency: "NGN" })} plus the fee.`;
}
