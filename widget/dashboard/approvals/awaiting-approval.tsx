import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Notice } from "../components/messages/notice.tsx";
import { Own } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { approvalQuery } from "./approvals-queries.ts";
import { requestedBy, whyItWaits } from "./approval-texts.ts";
import { DecideApproval, DecisionButtons, type Decision } from "./decide-approval.tsx";

type AwaitingProps = { payment: { reference: string; status: string } };

/** Why a payout or refund waits for approval, and the decision. A dialog that is open stays so, to show a refusal. */
export function AwaitingApproval({ payment: { reference, status } }: AwaitingProps) {
  const environment = useEnvironment();
  const isWaiting = status === "awaiting_approval";
  const { data: approval } = useQuery({ ...approvalQuery(environment, reference), enabled: isWaiting });
  const [decision, setDecision] = useState<Decision>();
  return (
    <>
      {isWaiting && (
        <Notice
          kind="warning"
          title="Waiting for approval"
          action={approval && <DecisionButtons approval={approval} onDecide={setDecision} />}
        >
          {approval && (
            <p>
              {whyItWaits(approval)} Requested by <Own>{requestedBy(approval)}</Own>. If nobody approves it by{" "}
              <Time at={approval.expiresAt} isDate />, it’s canceled.
            </p>
          )}
          <p>The money is reserved until somebody decides.</p>
        </Notice>
      )}
      {decision && <DecideApproval {...decision} onClose={() => setDecision(undefined)} />}
    </>
  );
}
