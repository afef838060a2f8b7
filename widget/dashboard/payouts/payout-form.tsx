import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Limits, Money as MoneyValue, Payout, PayoutAccount } from "../api/types.ts";
import { AccountFields } from "../banks/account-fields.tsx";
import { accountNameQuery, banksQuery } from "../banks/banks-queries.ts";
import { AmountField, parseNaira } from "../components/forms/amount-field.tsx";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Actions, Form } from "../components/forms/form.tsx";
import { Facts } from "../components/values/facts.tsx";
import { formatMoney } from "../components/values/money.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Select } from "../components/forms/select.tsx";
import { SearchSelect } from "../components/forms/search-select.tsx";
import { smallestPayoutOf } from "../limits/smallest-payout-of.ts";
import { useEnvironment } from "../shell/environment.ts";
import { priceFacts, problemOf, quoteQuery } from "./payout-quote.ts";
import { purposes } from "./purposes.ts";
import "./payouts.css";

/** A filled-in payout, with everything to check before it is sent. */
export type Draft = {
  amount: { value: number; currency: "NGN" };
  purpose: Payout["purpose"];
  narration: string;
  merchantReference: string;
  bankName: string;
  bankCode: string;
  accountNumber: string;
  accountName: string;
  /** The saved account; undefined for another one. */
  payoutAccountId: string | undefined;
};

/** The account that a draft pays, as the API takes it. */
export const accountOf = ({
  bankCode,
  accountNumber,
  accountName,
  payoutAccountId,
}: Pick<Draft, "bankCode" | "accountNumber" | "accountName" | "payoutAccountId">) =>
  payoutAccountId === undefined
    ? { destination: { bankCode, accountNumber, accountName } }
    : { payoutAccountId };

type PayoutFormProps = {
  accounts: PayoutAccount[];
  available: MoneyValue;
  limits: Limits;
  /** The values to restore when returning from the review. */
  draft: Draft | undefined;
  /** The saved account named in the link here. */
  chosen: string | undefined;
  /** Why the draft was refused, if it can be corrected here. */
  refusal: Error | undefined;
  onReview: (draft: Draft) => void;
};

/** The recipient and the amount. */
export function PayoutForm({
  accounts,
  available,
  limits,
  draft,
  chosen,
  refusal,
  onReview,
}: PayoutFormProps) {
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

  const smallest = smallestPayoutOf(limits.payout, environment);
  const amount = kobo === undefined ? undefined : { value: kobo, currency: "NGN" as const };
  const asked = amount && amount.value >= smallest.value ? { amount, purpose } : undefined;
  const quote = useQuery(
    quoteQuery(environment, asked && { ...asked, ...(destination && accountOf(destination)) }),
  );
  const shown = asked && quote.data;
  // The service decides; this only warns earlier, and lets pass what it cannot tell.
  const problem =
    amount && asked === undefined
      ? `The minimum payout is ${formatMoney(smallest)}.`
      : shown && !quote.isPlaceholderData
        ? problemOf(shown, destination !== undefined)
        : undefined;

  const missing =
    destination === undefined
      ? recipient !== OTHER
        ? "Choose an account to continue."
        : "Enter the bank and account number. You can continue once the account name appears."
      : amount === undefined
        ? "Enter an amount to continue."
        : undefined;

  return (
    <div className="narrow">
      <Form
        error={refusal ?? null}
        onSubmit={({ narration = "", merchantReference = "" }) => {
          if (destination === undefined || amount === undefined || problem !== undefined) return;
          const texts = { narration: narration.trim(), merchantReference: merchantReference.trim() };
          onReview({ ...destination, amount, purpose, ...texts });
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
          description={[
            `${formatMoney(available)} available.`,
            environment === "test" && "No fee in test mode.",
            shown?.live && `In live mode it’s ${formatMoney(shown.live.fee)}.`,
          ]
            .filter(Boolean)
            .join(" ")}
        />
        <div className="payouts-problem" role="status">
          {problem !== undefined && <Notice kind="warning">{problem}</Notice>}
        </div>
        <Select label="Purpose" value={purpose} onChange={setPurpose} options={purposes} />
        <TextField
          name="narration"
          label="Narration"
          description="Shown on the recipient’s statement."
          defaultValue={draft?.narration ?? ""}
          maxLength={140}
          isOptional
        />
        <TextField
          name="merchantReference"
          label="Your reference"
          description="For example, an invoice number. Recipients don’t see it."
          defaultValue={draft?.merchantReference ?? ""}
          maxLength={100}
          autoComplete="off"
          isOptional
        />
        {shown && <Facts facts={priceFacts(shown)} />}
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
