import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useAttemptKey } from "../api/attempt-key.ts";
import { post, useChange } from "../api/change.ts";
import type { Collection } from "../api/types.ts";
import { AccountFields } from "../banks/account-fields.tsx";
import { accountNameQuery, banksQuery } from "../banks/banks-queries.ts";
import { AmountField, parseNaira } from "../components/forms/amount-field.tsx";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Actions, Form, FormError } from "../components/forms/form.tsx";
import { Select } from "../components/forms/select.tsx";
import { Dialog, SubmitActions } from "../components/layout/dialog.tsx";
import { Unclear } from "../components/messages/unclear.tsx";
import { useWait } from "../components/messages/use-wait.ts";
import { Facts } from "../components/values/facts.tsx";
import { formatMoney } from "../components/values/money.tsx";
import { Own } from "../components/values/text.tsx";
import { accountThatPaid } from "../collections/payments.tsx";
import { refundReasons } from "./refund-reasons.ts";

// The API gives the reason of a returned unmatched payment itself.
const { unmatched: _, ...given } = refundReasons;
type Reason = keyof typeof given;
const reasons = Object.entries(given) as [Reason, string][];

/** What can still be refunded of a collection. */
export const leftOf = ({ amountReceived, amountRefunded }: Collection) => ({
  ...amountReceived,
  value: amountReceived.value - (amountRefunded?.value ?? 0),
});

type Draft = { amount: string; reason: Reason; note: string };

/** Refunds a collection in two steps: the amount and the account, then a review. */
export function CreateRefund({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const { environment, reference, payer } = collection;
  const navigate = useNavigate();
  const left = leftOf(collection);
  const [draft, setDraft] = useState<Draft>({
    amount: String(left.value / 100),
    reason: "customer_request",
    note: "",
  });
  const [isReviewed, setReviewed] = useState(false);
  const [to, setTo] = useState<"payer" | "other">("payer");
  const [other, setOther] = useState({ bankCode: "", accountNumber: "" });
  const name = useQuery({ ...accountNameQuery(environment, other), enabled: false });
  const banks = useQuery({ ...banksQuery(environment), enabled: false });
  const attempt = useAttemptKey(`${environment}-refund-${reference}`);
  const amount = { value: parseNaira(draft.amount) ?? 0, currency: "NGN" as const };
  const refund = useChange(
    () =>
      post(
        "/{environment}/refunds",
        { environment },
        {
          collection: reference,
          amount,
          reason: draft.reason,
          ...(draft.note !== "" && { note: draft.note }),
          ...(to === "other" && { destination: { ...other, accountName: name.data! } }),
        },
        attempt.key(),
      ),
    {
      attempt,
      reload: [[environment]],
      done: "Refund created",
      goOn: (made) =>
        navigate({
          to: "/$environment/refunds/$reference",
          params: { environment, reference: made.reference },
        }),
    },
  );
  const isWaiting = useWait(refund.error) > 0;

  const paidFrom = accountThatPaid(payer);
  const isKnown = /^\d{10}$/.test(String(payer?.["accountNumber"]));
  if (isReviewed)
    return (
      <Dialog title="Check this refund" isDismissable={false} onClose={onClose}>
        <p className="soft">Bank transfers can’t be reversed.</p>
        <Facts
          facts={[
            ["Amount", amount],
            ["To", to === "payer" ? paidFrom || "The account that paid" : name.data, "own"],
            ...(to === "other"
              ? ([
                  ["Bank", banks.data?.find(({ code }) => code === other.bankCode)?.name, "own"],
                  ["Account number", other.accountNumber, "code"],
                ] as const)
              : []),
            ["Reason", refundReasons[draft.reason]],
            ["Note", draft.note, "own"],
          ]}
        />
        {refund.error && <FormError error={refund.error} />}
        <Unclear error={refund.error} />
        <Actions>
          <Button isDisabled={refund.isPending} onPress={() => setReviewed(false)}>
            Edit
          </Button>
          <Button
            kind="primary"
            isPending={refund.isPending}
            isDisabled={isWaiting}
            onPress={() => refund.mutate()}
          >
            {`Refund ${formatMoney(amount)}`}
          </Button>
        </Actions>
      </Dialog>
    );
  return (
    <Dialog title="Refund" isDismissable={false} onClose={onClose}>
      <p className="soft">
        The customer gets the whole amount. Refunds are free, except stamp duty from ₦10,000. The collection’s
        fee isn’t returned.
      </p>
      <Form
        error={null}
        onSubmit={({ amount: text = "", reason, note = "" }) => {
          setDraft({ amount: text, reason: reason as Draft["reason"], note: note.trim() });
          setReviewed(true);
        }}
      >
        <Select
          label="To"
          value={to}
          onChange={setTo}
          options={[
            ["payer", "The account that paid"],
            ["other", "Another account"],
          ]}
          description={
            to === "payer" && (
              <>
                {paidFrom && (
                  <>
                    <Own>{paidFrom}</Own>.{" "}
                  </>
                )}
                {isKnown
                  ? "If the bank doesn’t confirm the payer’s name, you’ll choose an account later."
                  : "We don’t know the full account number. You’ll choose an account later."}
              </>
            )
          }
        />
        {to === "other" && <AccountFields account={other} onChange={setOther} />}
        <AmountField
          name="amount"
          label="Amount"
          defaultValue={draft.amount}
          description={`${formatMoney(left)} left to refund.`}
          most={left}
          isRequired
        />
        <Select name="reason" label="Reason" defaultValue={draft.reason} options={reasons} />
        <TextField
          name="note"
          label="Note"
          description="The customer doesn’t see it."
          defaultValue={draft.note}
          maxLength={140}
          isOptional
        />
        <SubmitActions
          isPending={false}
          isDisabled={to === "other" && (name.data === undefined || name.isFetching)}
          onCancel={onClose}
        >
          Review
        </SubmitActions>
      </Form>
    </Dialog>
  );
}
