import { useQuery } from "@tanstack/react-query";
import { collectionsColumns } from "../collections/collections-columns.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { List, type Column } from "../components/lists/list.tsx";
import { Money } from "../components/values/money.tsx";
import { Section } from "../components/layout/section.tsx";
import { Time } from "../components/values/time.tsx";
import type { Payout } from "../api/types.ts";
import { PayoutStatus } from "../payouts/payout-status.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { collectionTexts } from "../texts/collections.ts";
import { homeTexts } from "../texts/home.ts";
import { payoutTexts } from "../texts/payouts.ts";
import { latestCollectionsQuery, latestPayoutsQuery } from "./home-queries.ts";

const texts = homeTexts.latest;
/** Without the pages that follow. */
const alone = <Item,>({ items }: { items: Item[] }) => ({ items, nextCursor: undefined });

export function LatestCollections() {
  const environment = useEnvironment();
  const page = useQuery({ ...latestCollectionsQuery(environment), select: alone });
  return (
    <Section
      title={texts.collections}
      actions={
        <ButtonLink size="small" to="/$environment/collections" params={{ environment }}>
          {texts.all}
        </ButtonLink>
      }
    >
      <List
        caption={texts.collections}
        page={page}
        columns={collectionsColumns.filter(({ isExtra }) => !isExtra)}
        keyOf={({ reference }) => reference}
        linkTo={({ reference }) => ({
          to: "/$environment/collections/$reference",
          params: { environment, reference },
        })}
        empty={<p className="home-none">{collectionTexts.list.emptyTitle}</p>}
      />
    </Section>
  );
}

export function LatestPayouts() {
  const environment = useEnvironment();
  const page = useQuery({ ...latestPayoutsQuery(environment), select: alone });
  return (
    <Section
      title={texts.payouts}
      actions={
        <ButtonLink size="small" to="/$environment/payouts" params={{ environment }}>
          {texts.all}
        </ButtonLink>
      }
    >
      <List
        caption={texts.payouts}
        page={page}
        columns={payoutColumns}
        keyOf={({ reference }) => reference}
        linkTo={({ reference }) => ({
          to: "/$environment/payouts/$reference",
          params: { environment, reference },
        })}
        empty={<p className="home-none">{payoutTexts.list.emptyTitle}</p>}
      />
    </Section>
  );
}

const payoutColumns: Column<Payout>[] = [
  {
    heading: payoutTexts.list.amount,
    align: "end",
    isMain: true,
    cell: ({ amount }) => <Money {...amount} />,
  },
  { heading: payoutTexts.list.status, cell: ({ status }) => <PayoutStatus status={status} /> },
  {
    heading: payoutTexts.list.to,
    isWide: true,
    cell: ({ destination }) => (
      <span dir="auto" translate="no">
        {destination.accountName}
      </span>
    ),
  },
  { heading: payoutTexts.list.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
];
