import { useQuery } from "@tanstack/react-query";
import type { CollectionPayment } from "../api/types.ts";
import type { Column } from "../components/lists/list.tsx";
import { ListSection } from "../components/lists/list-section.tsx";
import { State, type States } from "../components/values/badge.tsx";
import { Money } from "../components/values/money.tsx";
import { Own, Soft } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { paymentsQuery } from "./collections-queries.ts";
import { unmatchedReasons } from "./unmatched-reasons.ts";

const states: States<CollectionPayment["status"]> = {
  confirming: ["Confirming", "blue"],
  received: ["Received", "blue"],
  settled: ["In your balance", "green"],
  suspended: ["Held", "amber"],
  returning: ["Returning", "blue"],
  refunded: ["Refunded", "grey"],
};

export function Payments({ collection }: { collection: string }) {
  const items = useQuery(paymentsQuery(useEnvironment(), collection));
  return <ListSection title="Payments" items={items} columns={columns} none="No payments yet." />;
}

const columns: Column<CollectionPayment>[] = [
  { heading: "Amount", align: "end", isMain: true, cell: ({ amount }) => <Money {...amount} /> },
  { heading: "Status", cell: ({ status }) => <State of={states[status]} /> },
  {
    heading: "Payer",
    isWide: true,
    cell: ({ payer, reason }) => (
      <>
        <Own>{nameOf(payer)}</Own> {reason && <Soft>{unmatchedReasons[reason]}</Soft>}
      </>
    ),
  },
  { heading: "Received", cell: ({ receivedAt }) => <Time at={receivedAt} /> },
];

/** The payer's name in a bank's report; banks name the field differently. */
export function nameOf(payer: Record<string, unknown> | undefined): string | undefined {
  const name = payer?.["accountName"] ?? payer?.["name"] ?? payer?.["senderName"];
  return typeof name === "string" ? name : undefined;
}

/** The account that paid, as far as the bank reported it. */
export const accountThatPaid = (payer: Record<string, unknown> | undefined): string =>
  [nameOf(payer), payer?.["bankName"], payer?.["accountNumber"]].filter(Boolean).join(", ");
