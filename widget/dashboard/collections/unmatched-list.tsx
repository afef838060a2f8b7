import { useQuery } from "@tanstack/react-query";
import type { UnmatchedPayment } from "../api/types.ts";
import { Copyable } from "../components/values/copy-button.tsx";
import { Link } from "../components/layout/link.tsx";
import { List, type Column } from "../components/lists/list.tsx";
import { Money } from "../components/values/money.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { WriteToSupport } from "../components/layout/write-to-support.tsx";
import { EmptyState } from "../components/messages/states.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { collectionTexts } from "../texts/collections.ts";
import { unmatchedQuery } from "./collections-queries.ts";

const { unmatched: texts, reasons } = collectionTexts;

export function UnmatchedList() {
  const environment = useEnvironment();
  const page = useQuery({
    ...unmatchedQuery(environment),
    select: (items) => ({ items, nextCursor: undefined }),
  });
  return (
    <>
      <PageHeader
        title={texts.title}
        text={
          <>
            {texts.text} <WriteToSupport text={texts.support} />
          </>
        }
        parent={
          <Link to="/$environment/collections" params={{ environment }}>
            {collectionTexts.title}
          </Link>
        }
      />
      <List
        caption={texts.caption}
        page={page}
        columns={columns}
        keyOf={({ reference }) => reference}
        linkTo={({ collection }) => ({
          to: "/$environment/collections/$reference",
          params: { environment, reference: collection },
        })}
        empty={
          <EmptyState icon="check" title={texts.emptyTitle}>
            {texts.emptyText}
          </EmptyState>
        }
      />
    </>
  );
}

const columns: Column<UnmatchedPayment>[] = [
  { heading: texts.amount, align: "end", isMain: true, cell: ({ amount }) => <Money {...amount} /> },
  { heading: texts.reason, isWide: true, cell: ({ reason }) => reasons[reason] },
  {
    heading: texts.reference,
    cell: ({ reference }) => <Copyable text={reference} what={texts.reference} />,
  },
  { heading: texts.received, cell: ({ receivedAt }) => <Time at={receivedAt} /> },
];
