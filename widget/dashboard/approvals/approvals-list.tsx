import { useState } from "react";
import type { Approval } from "../api/types.ts";
import { Link } from "../components/layout/link.tsx";
import { Filters, TextFilter, wholeReference } from "../components/lists/filters.tsx";
import type { Column } from "../components/lists/list.tsx";
import { ListScreen } from "../components/lists/list-screen.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { formatMoney, Money } from "../components/values/money.tsx";
import { Own, Soft } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { SubjectLink } from "../events/subject-link.tsx";
import { approvalsQuery } from "./approvals-queries.ts";
import { kindNames, requestedBy, targetOf, whyItWaits } from "./approval-texts.ts";
import { DecideApproval, DecisionButtons, type Decision } from "./decide-approval.tsx";
import "./approvals.css";

const payment = wholeReference("pyt", "bat", "rfd", "crd");

export function ApprovalsList() {
  const [decision, setDecision] = useState<Decision>();
  return (
    <ListScreen
      title="Approvals"
      text={
        <>
          Payments that wait for a second person. Owners and approvers decide; what nobody approves within 72
          hours is canceled.{" "}
          <Link to="/$environment/settings/approval-policy">Your policy says which payments wait</Link>.
        </>
      }
      filters={
        <Filters>
          <PeriodFilter label="Requested" />
          <TextFilter
            name="reference"
            label="Reference"
            placeholder="pyt_…"
            pattern={payment}
            rule="Enter the full reference: pyt_, bat_, rfd_ or crd_ and 26 characters."
            isWhole
          />
        </Filters>
      }
      query={approvalsQuery}
      columns={[...columns, actionsOf(setDecision)]}
      icon="approvals"
      emptyTitle="Nothing is waiting for approval"
      emptyText="Payments that your policy holds for a second person appear here."
    >
      {decision && <DecideApproval {...decision} onClose={() => setDecision(undefined)} />}
    </ListScreen>
  );
}

const columns: Column<Approval>[] = [
  {
    heading: "Amount",
    isMain: true,
    cell: ({ amount, fee }) => (
      <span className="approvals-lines">
        <Money {...amount} />
        {fee && fee.value > 0 && <Soft>{`${formatMoney(fee)} fee`}</Soft>}
      </span>
    ),
  },
  {
    heading: "Payment",
    cell: (approval) => (
      <span className="approvals-lines">
        <span>
          {kindNames[approval.kind]} {approval.kind === "accept" ? "for" : "to"}{" "}
          <Own>{targetOf(approval)}</Own>
        </span>
        <Soft>{whyItWaits(approval)}</Soft>
        <SubjectLink reference={approval.reference} />
      </span>
    ),
  },
  {
    heading: "Requested",
    isNamed: true,
    cell: (approval) => (
      <span className="approvals-lines">
        <Own>{requestedBy(approval)}</Own>
        <Time at={approval.createdAt} />
      </span>
    ),
  },
  { heading: "Expires", isNamed: true, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
];

const actionsOf = (onDecide: (decision: Decision) => void): Column<Approval> => ({
  heading: "Actions",
  isActions: true,
  cell: (approval) => <DecisionButtons approval={approval} size="small" onDecide={onDecide} />,
});
