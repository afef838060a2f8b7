import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { post, useChange } from "../api/change.ts";
import type { PayoutBatch } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { Checkbox } from "../components/forms/checkbox.tsx";
import { Actions, FormError } from "../components/forms/form.tsx";
import { ConfirmDialog } from "../components/layout/dialog.tsx";
import { Card, Section } from "../components/layout/section.tsx";
import { Unclear } from "../components/messages/unclear.tsx";
import { useWait } from "../components/messages/use-wait.ts";
import { Facts } from "../components/values/facts.tsx";
import { formatMoney } from "../components/values/money.tsx";
import { feeFacts } from "../payouts/payout-quote.ts";
import { balanceQuery } from "../payouts/payouts-queries.ts";
import { countOf } from "./batch-states.ts";

/** What a batch costs, and the button that pays it. What needs a second look has a checkbox with its count. */
export function StartBatch({ batch }: { batch: PayoutBatch }) {
  const { environment, reference, items, names, duplicates = 0, amount, fees, total } = batch;
  const balance = useQuery(balanceQuery(environment));
  // How many there were when each was ticked: more may come while the page is open, as another batch is started.
  const [allowed, setAllowed] = useState<Partial<Record<"names" | "duplicates" | "invalid", number>>>({});
  const start = useChange(
    () =>
      post(
        "/{environment}/payout-batches/{reference}/start",
        { environment, reference },
        {
          ...(allowed.names && { confirmClose: true }),
          ...(allowed.duplicates && { allowDuplicates: true, expectedDuplicates: duplicates }),
          ...(allowed.invalid && { skipInvalid: true }),
          expectedTotal: { value: total.value, currency: "NGN" as const },
        },
      ),
    { reload: [[environment]], done: "Batch started" },
  );
  const isWaiting = useWait(start.error) > 0;
  const { close = 0, unchecked = 0 } = names ?? {};
  const invalid = items.invalid ?? 0;
  const valid = items.valid ?? 0;
  const choices = [
    [
      "names",
      close + unchecked,
      `Pay ${countOf(close + unchecked, "account")} with a name that’s only close, or with none`,
      "Look at them below first: filter by name.",
    ],
    [
      "duplicates",
      duplicates,
      `Pay ${countOf(duplicates, "duplicate")}`,
      "They have the same account and amount as another row, a payout of the last 24 hours, or a row of another batch.",
    ],
    [
      "invalid",
      invalid,
      `Leave out ${countOf(invalid, "row")} with mistakes`,
      "They aren’t paid. Or fix them below.",
    ],
  ] as const;
  const shown = choices.filter(([, count]) => count > 0);
  const isOpen = shown.some(([name, count]) => allowed[name] !== count);
  const isShort = balance.data !== undefined && balance.data.value < total.value;
  if (valid === 0) return null;
  return (
    <Section title="Start" text="Bank transfers can’t be reversed.">
      <Card>
        <div className="stack">
          <Facts
            facts={[
              ["Payouts", countOf(valid, "payout")],
              ["Amount", amount],
              ...feeFacts(fees.filter((fee) => fee.amount.value > 0)),
              ["Total", total],
              ["Available balance", balance.data],
            ]}
          />
          {shown.map(([name, count, label, description]) => (
            <Checkbox
              key={name}
              label={label}
              description={description}
              isSelected={allowed[name] === count}
              onChange={(isSelected) => setAllowed({ ...allowed, [name]: isSelected ? count : undefined })}
            />
          ))}
          {start.error && (
            <>
              <FormError error={start.error} />
              <Unclear error={start.error} />
            </>
          )}
          <Actions>
            <Button
              kind="primary"
              isPending={start.isPending}
              isDisabled={isOpen || isShort || isWaiting}
              aria-describedby={isOpen || isShort ? "batch-missing" : undefined}
              onPress={() => start.mutate()}
            >
              {`Pay ${formatMoney(total)}`}
            </Button>
          </Actions>
          <p id="batch-missing" className="note" role="status">
            {isShort
              ? "Your available balance doesn’t cover this batch."
              : isOpen
                ? "Check and confirm what’s above to continue."
                : ""}
          </p>
        </div>
      </Card>
    </Section>
  );
}

/** Pays the failed rows of a completed batch once more. */
export function RetryBatch({ batch }: { batch: PayoutBatch }) {
  const { environment, reference, items, duplicates = 0 } = batch;
  const [isConfirming, setConfirming] = useState(false);
  const [allowsDuplicates, setAllows] = useState(false);
  const retry = useChange(
    () =>
      post(
        "/{environment}/payout-batches/{reference}/retry",
        { environment, reference },
        allowsDuplicates ? { allowDuplicates: true } : {},
      ),
    { reload: [[environment]], done: "Failed payouts started again", onDone: () => setConfirming(false) },
  );
  const failed = countOf(items.failed ?? 0, "failed payout");
  return (
    <>
      <Button kind="primary" onPress={() => setConfirming(true)}>{`Retry ${failed}`}</Button>
      <ConfirmDialog
        title={`Retry ${failed}?`}
        action="Retry"
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        change={retry}
      >
        <div className="stack">
          <p>Their money is back in your balance. We’ll check the accounts again and pay them once more.</p>
          {duplicates > 0 && (
            <Checkbox
              label="Pay duplicates too"
              description="Rows with the same account and amount as another payout."
              isSelected={allowsDuplicates}
              onChange={setAllows}
            />
          )}
        </div>
      </ConfirmDialog>
    </>
  );
}
