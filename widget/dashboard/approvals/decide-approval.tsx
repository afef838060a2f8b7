import { post, useChange } from "../api/change.ts";
import { useMay } from "../api/permissions.ts";
import { sessionKey } from "../api/query-client.ts";
import { useSession } from "../api/session.ts";
import type { Approval } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { ConfirmDialog } from "../components/layout/dialog.tsx";
import { formatMoney } from "../components/values/money.tsx";
import { Own, Soft } from "../components/values/text.tsx";
import { consequenceOf, kindNames, requestedBy, whyItWaits } from "./approval-texts.ts";

/** An approval with the decision that somebody is about to confirm. */
export type Decision = { approval: Approval; approves: boolean };

type ButtonsProps = { approval: Approval; size?: "small"; onDecide: (decision: Decision) => void };

/** Approve and Reject for people who may; why not, for who requested the payment. */
export function DecisionButtons({ approval, size, onDecide }: ButtonsProps) {
  const mayApprove = useMay("approve");
  const { person } = useSession();
  if (approval.makers.some(({ reference }) => reference === person.reference))
    return <Soft>You requested this. Someone else has to decide.</Soft>;
  if (!mayApprove) return null;
  const button = (text: string, approves: boolean) => (
    <Button
      size={size}
      aria-label={`${text} ${formatMoney(approval.amount)}`}
      onPress={() => onDecide({ approval, approves })}
    >
      {text}
    </Button>
  );
  return (
    <span className="list-buttons">
      {button("Reject", false)}
      {button("Approve", true)}
    </span>
  );
}

/** Confirms an approval or a rejection. A refusal, as when somebody else was first, is shown here; the rest reloads. */
export function DecideApproval({ approval, approves, onClose }: Decision & { onClose: () => void }) {
  const { environment, reference, kind, amount } = approval;
  const decide = useChange(
    () =>
      post(
        approves
          ? "/{environment}/approvals/{reference}/approve"
          : "/{environment}/approvals/{reference}/reject",
        { environment, reference },
      ),
    {
      reload: [[environment], sessionKey],
      done: `${kindNames[kind]} ${approves ? "approved" : "rejected"}`,
      onDone: onClose,
    },
  );
  return (
    <ConfirmDialog
      title={`${approves ? "Approve" : "Reject"} this ${kindNames[kind].toLowerCase()}?`}
      action={`${approves ? "Approve" : "Reject"} ${formatMoney(amount)}`}
      isDanger={!approves}
      change={decide}
      onClose={onClose}
    >
      <p className="name">
        <Own>{consequenceOf(approval, approves)}</Own>
      </p>
      <p>
        Requested by <Own>{requestedBy(approval)}</Own>. {whyItWaits(approval)}
      </p>
    </ConfirmDialog>
  );
}
