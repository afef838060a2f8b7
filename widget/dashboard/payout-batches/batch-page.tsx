import { MERCHANT_HEADER } from "../api/client.ts";
import { post } from "../api/change.ts";
import { useMay } from "../api/permissions.ts";
import { useSession } from "../api/session.ts";
import type { PayoutBatch } from "../api/types.ts";
import { AwaitingApproval } from "../approvals/awaiting-approval.tsx";
import { itemScreen } from "../components/layout/item-screen.tsx";
import { Columns } from "../components/layout/section.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { State } from "../components/values/badge.tsx";
import { Facts, type Fact } from "../components/values/facts.tsx";
import { Time } from "../components/values/time.tsx";
import { CancelButton } from "../payouts/cancel-button.tsx";
import { feeFacts } from "../payouts/payout-quote.ts";
import { BatchItems } from "./batch-items.tsx";
import { BatchProgress } from "./batch-progress.tsx";
import { batchStates, countOf, isOpen, itemStates } from "./batch-states.ts";
import { batchQuery } from "./batches-queries.ts";
import { RetryBatch, StartBatch } from "./start-batch.tsx";
import "./batches.css";

export const BatchPage = itemScreen({
  name: "Batch",
  list: ["/$environment/payout-batches", "Bulk payouts"],
  query: batchQuery,
  useParts(batch) {
    const mayPay = useMay("pay");
    const { reference, name = reference, status, items, startedAt } = batch;
    return {
      title: name,
      badge: <State of={batchStates[status]} />,
      text: countOf(items.total, "row"),
      actions: <Actions batch={batch} mayPay={mayPay} />,
      next: (
        <>
          <AwaitingApproval payment={batch} />
          <BatchProgress batch={batch} />
          <NextStep batch={batch} />
        </>
      ),
      main: (
        <>
          <Columns
            main={mayPay && status === "ready" ? <StartBatch batch={batch} /> : <Counts batch={batch} />}
            side={
              <Facts
                title="Details"
                facts={[
                  ["Reference", reference, "copy"],
                  ...(startedAt === undefined ? [] : sumFacts(batch)),
                  ["Created", batch.createdAt, "time"],
                  ["Checked", batch.readyAt, "time"],
                  ["Started", startedAt, "time"],
                  ["Completed", batch.completedAt, "time"],
                ]}
              />
            }
          />
          <BatchItems batch={batch} mayChange={mayPay} />
        </>
      ),
    };
  },
});

/** How many rows there are in each status. */
function Counts({ batch: { items } }: { batch: PayoutBatch }) {
  const facts = Object.entries(itemStates).map(
    ([status, [text]]) => [text, items[status as keyof typeof itemStates]?.toLocaleString("en-NG")] as const,
  );
  return <Facts title="Progress" facts={facts} />;
}

/** What was taken from the balance. */
const sumFacts = ({ amount, fees, total }: PayoutBatch): Fact[] => [
  ["Amount", amount],
  ...feeFacts(fees.filter((fee) => fee.amount.value > 0)),
  ["Total", total],
];

/** What the state means, and what to do next. */
function NextStep({ batch }: { batch: PayoutBatch }) {
  const { status, items, cancelReason, expiresAt } = batch;
  switch (status) {
    case "ready": {
      const { invalid = 0, valid = 0 } = items;
      return (
        <Notice
          kind={invalid > 0 ? "warning" : "success"}
          title={invalid > 0 ? "Checked, with mistakes" : "Checked"}
        >
          <p>
            {countOf(valid, "row")} can be paid
            {invalid > 0 &&
              `, and ${countOf(invalid, "row")} ${invalid === 1 ? "has a mistake" : "have mistakes"}`}
            .
          </p>
          {expiresAt !== undefined && (
            <p>
              Nothing is paid until you start it. If nobody does by <Time at={expiresAt} isDate />, it’s
              canceled.
            </p>
          )}
        </Notice>
      );
    }
    case "completed": {
      const { succeeded = 0, failed = 0, reversed = 0 } = items;
      const isBad = failed + reversed > 0;
      return (
        <Notice
          kind={isBad ? "warning" : "success"}
          title={isBad ? "Completed, with failed payouts" : "Completed"}
        >
          {countOf(succeeded, "payout")} succeeded
          {failed > 0 && `, ${failed.toLocaleString("en-NG")} failed`}
          {reversed > 0 && `, ${reversed.toLocaleString("en-NG")} came back`}.
          {failed > 0 && " The money of failed payouts is back in your balance."}
        </Notice>
      );
    }
    case "canceled":
      return (
        <Notice title="This batch was canceled">
          {cancelReason === "rejected" && "It was rejected. "}
          {cancelReason === "expired" && "It wasn’t approved within 72 hours. "}
          {cancelReason === "unstarted" && "Nobody started it within 7 days. "}
          What wasn’t sent is back in your balance.
        </Notice>
      );
    case "failed":
      return (
        <Notice kind="error" title="We couldn’t check this batch">
          The banks didn’t respond within a day, and nothing was paid. Upload the file again.
        </Notice>
      );
    default:
      return null;
  }
}

type ActionsProps = { batch: PayoutBatch; mayPay: boolean };

/** The results, what can be stopped, and what can be paid again. */
function Actions({ batch, mayPay }: ActionsProps) {
  const { environment, reference, status, items, canceledAt, startedAt } = batch;
  const isCancelable =
    isOpen(batch) || status === "awaiting_approval" || (status === "processing" && canceledAt === undefined);
  return (
    <>
      {(items.invalid ?? 0) > 0 && <Download batch={batch} only="mistakes" text="Download mistakes" />}
      {startedAt !== undefined && <Download batch={batch} text="Download results" />}
      {mayPay && (
        <CancelButton
          what="batch"
          isPossible={isCancelable}
          send={() => post("/{environment}/payout-batches/{reference}/cancel", { environment, reference })}
        >
          {startedAt === undefined
            ? "Nothing of this batch was paid. You can’t start a canceled batch."
            : "We’ll cancel the payouts that aren’t sent yet. Their money goes back to your balance."}
        </CancelButton>
      )}
      {mayPay && status === "completed" && (items.failed ?? 0) > 0 && <RetryBatch batch={batch} />}
    </>
  );
}

type DownloadProps = { batch: PayoutBatch; only?: "mistakes"; text: string };

/** A link to a file of rows, refused if the session shows another business by then. */
function Download({ batch: { environment, reference }, only, text }: DownloadProps) {
  const { merchant } = useSession();
  const search = new URLSearchParams({
    ...(only && { only }),
    [MERCHANT_HEADER]: merchant!.reference,
  });
  return (
    <a
      className="button button-secondary button-medium"
      href={`/dashboard/api/${environment}/payout-batches/${reference}/results?${search}`}
      download
    >
      <span className="button-content" translate="no">
        {text}
      </span>
    </a>
  );
}
