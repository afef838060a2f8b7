import { post, useChange } from "../api/change.ts";
import type { UnmatchedPayment } from "../api/types.ts";
import { TextField } from "../components/forms/fields.tsx";
import { trimPasted } from "../components/forms/pasted.ts";
import { FormDialog } from "../components/layout/dialog.tsx";
import { formatMoney } from "../components/values/money.tsx";

type AcceptProps = { payment: UnmatchedPayment; onClose: () => void };

/** Adds an unmatched payment to the balance. */
export function AcceptPayment({ payment: { environment, reference, amount }, onClose }: AcceptProps) {
  const accept = useChange(
    ({ collection: typed = "" }: Record<string, string>) => {
      const collection = trimPasted(typed);
      return post(
        "/{environment}/unmatched-credits/{reference}/accept",
        { environment, reference },
        collection === "" ? {} : { collection },
      );
    },
    {
      reload: [[environment]],
      done: ({ awaitingApproval }) =>
        awaitingApproval ? "Accepting this payment needs approval" : "Payment accepted",
      onDone: onClose,
    },
  );
  return (
    <FormDialog
      title="Accept this payment"
      submit={`Accept ${formatMoney(amount)}`}
      text="We’ll add it to your balance and send collection.success, so your systems may fulfil the order."
      change={accept}
      onClose={onClose}
    >
      <TextField
        name="collection"
        label="Collection"
        description="The open collection that this payment completes. Leave blank to create a new one."
        placeholder="col_…"
        autoComplete="off"
        isCode
        isOptional
      />
    </FormDialog>
  );
}
