import { useNavigate } from "@tanstack/react-router";
import { post, useChange } from "../api/change.ts";
import type { UnmatchedPayment } from "../api/types.ts";
import { ConfirmDialog } from "../components/layout/dialog.tsx";
import { formatMoney } from "../components/values/money.tsx";
import { Own } from "../components/values/text.tsx";
import { accountThatPaid } from "./payments.tsx";

type ReturnProps = { payment: UnmatchedPayment; onClose: () => void };

/** Sends an unmatched payment back, and goes to the refund that does it. */
export function ReturnPayment({ payment, onClose }: ReturnProps) {
  const { environment, reference, amount, payer } = payment;
  const navigate = useNavigate();
  const sendBack = useChange(
    () => post("/{environment}/unmatched-credits/{reference}/return", { environment, reference }),
    {
      reload: [[environment]],
      done: "Return created",
      goOn: ({ refund }) =>
        navigate({ to: "/$environment/refunds/$reference", params: { environment, reference: refund! } }),
    },
  );
  return (
    <ConfirmDialog
      title="Return this payment"
      action={`Return ${formatMoney(amount)}`}
      change={sendBack}
      onClose={onClose}
    >
      <p>
        We’ll send it back to the account that paid: <Own>{accountThatPaid(payer) || "unknown"}</Own>. If the
        bank doesn’t confirm the payer’s name, you’ll choose an account next.
      </p>
      <p>
        Returns are free, except stamp duty from ₦10,000, which comes from your balance. Bank transfers can’t
        be reversed.
      </p>
    </ConfirmDialog>
  );
}
