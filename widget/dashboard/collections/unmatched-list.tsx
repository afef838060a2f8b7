import type { UnmatchedPayment } from "../api/types.ts";
import { Link } from "../components/layout/link.tsx";
import { WriteToSupport } from "../components/layout/write-to-support.tsx";
import type { Column } from "../components/lists/list.tsx";
import { ListScreen } from "../components/lists/list-screen.tsx";
import { Copyable } from "../components/values/copy-button.tsx";
import { Money } from "../components/values/money.tsx";
import { Time } from "../components/values/time.tsx";
import { unmatchedQuery } from "./collections-queries.ts";
import { unmatchedReasons } from "./unmatched-reasons.ts";

export function UnmatchedList() {
  return (
    <ListScreen
      title="Unmatched payments"
      text={
        <>
          Money you’ve received that doesn’t match an open collection. It isn’t in your balance. We’re holding
          it until we can identify who it’s for.{" "}
          <WriteToSupport text="To have it refunded or credited, send its reference to" />
        </>
      }
      parent={<Link to="/$environment/collections">Collections</Link>}
      query={unmatchedQuery}
      columns={columns}
      keyOf={({ reference }) => reference}
      to="/$environment/collections/$reference"
      idOf={({ collection }) => collection}
      icon="check"
      emptyTitle="No unmatched payments"
      emptyText="Every payment you’ve received belongs to a collection."
    />
  );
}

const columns: Column<UnmatchedPayment>[] = [
  { heading: "Amount", align: "end", isMain: true, cell: ({ amount }) => <Money {...amount} /> },
  { heading: "Reason", isWide: true, cell: ({ reason }) => unmatchedReasons[reason] },
  { heading: "Reference", cell: ({ reference }) => <Copyable text={reference} what="Reference" /> },
  { heading: "Received", cell: ({ createdAt }) => <Time at={createdAt} /> },
];
