import { useQuery } from "@tanstack/react-query";
import type { CollectionPayment } from "../api/types.ts";
import { Badge, type BadgeColour } from "../components/values/badge.tsx";
import { List, type Column } from "../components/lists/list.tsx";
import { Money } from "../components/values/money.tsx";
import { Section } from "../components/layout/section.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { collectionTexts } from "../texts/collections.ts";
import { paymentsQuery } from "./collections-queries.ts";

const { payments: texts, page, paymentStatuses, reasons } = collectionTexts;

const colours: Record<CollectionPayment["status"], BadgeColour> = {
  confirming: "blue",
  received: "blue",
  settled: "green",
  suspended: "amber",
  refunded: "grey",
};

/** What came in for a collection. */
export function Payments({ collection }: { collection: string }) {
  const environment = useEnvironment();
  const payments = useQuery({
    ...paymentsQuery(environment, collection),
    select: (items) => ({ items, nextCursor: undefined }),
  });
  return (
    <Section title={page.payments}>
      {payments.data?.items.length === 0 ? (
        <p className="list-soft">{page.noPayments}</p>
      ) : (
        <List
          caption={texts.caption}
          page={payments}
          columns={columns}
          keyOf={({ reference }) => reference}
          empty={page.noPayments}
        />
      )}
    </Section>
  );
}

const columns: Column<CollectionPayment>[] = [
  { heading: texts.amount, align: "end", isMain: true, cell: ({ amount }) => <Money {...amount} /> },
  {
    heading: texts.status,
    cell: ({ status }) => <Badge colour={colours[status]}>{paymentStatuses[status]}</Badge>,
  },
  {
    heading: texts.payer,
    isWide: true,
    cell: ({ payer, reason }) => (
      <>
        <span dir="auto" translate="no">
          {nameOf(payer)}
        </span>{" "}
        {reason && <span className="list-soft">{reasons[reason]}</span>}
      </>
    ),
  },
  { heading: texts.received, cell: ({ receivedAt }) => <Time at={receivedAt} /> },
];

/** The name in what a bank reported; banks call it differently. */
function nameOf(payer: Record<string, unknown> | undefined): string | undefined {
  const name = payer?.["accountName"] ?? payer?.["name"] ?? payer?.["senderName"];
  return typeof name === "string" ? name : undefined;
}
