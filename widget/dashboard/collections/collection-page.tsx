import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { Collection, CollectionPayment } from "../api/types.ts";
import { Badge } from "../components/badge.tsx";
import { Copyable } from "../components/copy-button.tsx";
import { DescriptionList } from "../components/description-list.tsx";
import { ButtonLink, Link } from "../components/link.tsx";
import { formatMoney, Money } from "../components/money.tsx";
import { Notice } from "../components/notice.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Columns, Section } from "../components/section.tsx";
import { FailedScreen } from "../components/failed-screen.tsx";
import { ScreenSkeleton } from "../components/states.tsx";
import { Time } from "../components/time.tsx";
import { Timeline, type TimelineEntry } from "../components/timeline.tsx";
import { EventsOf } from "../events/events-of.tsx";
import { Journals } from "../ledger/journals.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { collectionTexts as texts } from "../texts/collections.ts";
import { CollectionStatus } from "./collection-status.tsx";
import { collectionQuery, paymentsQuery } from "./collections-queries.ts";
import { Payments } from "./payments.tsx";

export function CollectionPage() {
  const environment = useEnvironment();
  const { reference } = useParams({ from: "/$environment/collections/$reference" });
  const collection = useQuery(collectionQuery(environment, reference));
  if (collection.isError && collection.data === undefined)
    return (
      <FailedScreen
        title={texts.page.one}
        parent={
          <Link to="/$environment/collections" params={{ environment }}>
            {texts.title}
          </Link>
        }
        error={collection.error}
        onRetry={() => void collection.refetch()}
      />
    );
  if (collection.data === undefined) return <ScreenSkeleton />;
  return <CollectionDetails collection={collection.data} />;
}

function CollectionDetails({ collection }: { collection: Collection }) {
  const { environment, reference, amount, status, late, unmatched } = collection;
  const payments = useQuery(paymentsQuery(environment, reference));
  return (
    <>
      <PageHeader
        title={`${texts.page.title} ${formatMoney(amount)}`}
        heading={<Money {...amount} />}
        badge={
          <>
            <CollectionStatus status={status} />
            {late && <Badge colour="amber">{texts.late}</Badge>}
          </>
        }
        parent={
          <Link to="/$environment/collections" params={{ environment }}>
            {texts.title}
          </Link>
        }
      />
      {unmatched && (
        <Notice
          kind="warning"
          title={texts.unmatched.onCollection(formatMoney(unmatched.amount))}
          action={
            <ButtonLink size="small" to="/$environment/unmatched-payments" params={{ environment }}>
              {texts.unmatched.show}
            </ButtonLink>
          }
        >
          {texts.reasons[unmatched.reason]}
        </Notice>
      )}
      <Columns
        main={
          <>
            <Section title={texts.page.timeline}>
              <Timeline entries={timelineOf(collection, payments.data ?? [])} />
            </Section>
            <Payments collection={reference} />
            <Journals reference={reference} status={`${status} ${collection.amountReceived.value}`} />
            <EventsOf subject={reference} />
          </>
        }
        side={
          <>
            <Section title={texts.page.details}>
              <Facts collection={collection} />
            </Section>
            <Section title={texts.page.payWith}>
              <Way collection={collection} />
            </Section>
            {collection.customer && (
              <Section title={texts.page.customer}>
                <DescriptionList
                  entries={[
                    [
                      texts.page.name,
                      collection.customer.name && <Text key="name" of={collection.customer.name} />,
                    ],
                    [texts.page.email, collection.customer.email],
                  ]}
                />
              </Section>
            )}
            {collection.payer && (
              <Section title={texts.page.payer} text={texts.page.payerNote}>
                <DescriptionList
                  entries={Object.entries(collection.payer).map(([name, value]) => [
                    payerFacts[name] ?? name,
                    <Text key={name} of={typeof value === "string" ? value : JSON.stringify(value)} />,
                  ])}
                />
              </Section>
            )}
          </>
        }
      />
    </>
  );
}

/** What banks report most, in words; the rest by the name that the bank gave it. */
const payerFacts: Record<string, string> = texts.page.payerFacts;

function Text({ of }: { of: string }) {
  return <span dir="auto">{of}</span>;
}

function Facts({ collection }: { collection: Collection }) {
  const { reference, amount, amountReceived, fee, variance, createdAt, settledAt } = collection;
  const isOpen = amountReceived.value === 0;
  return (
    <DescriptionList
      entries={[
        [texts.page.reference, <Copyable key="reference" text={reference} what={texts.page.reference} />],
        [texts.page.expected, <Money key="expected" {...amount} />],
        [texts.page.received, <Money key="received" {...amountReceived} />],
        [texts.page.variance, isOpen ? undefined : texts.page.variances[variance]],
        [texts.page.fee, <Money key="fee" {...fee} />],
        [texts.page.created, <Time key="created" at={createdAt} isFull />],
        [texts.page.settled, settledAt && <Time key="settled" at={settledAt} isFull />],
      ]}
    />
  );
}

function Way({ collection }: { collection: Collection }) {
  const { environment, virtualAccount, slug, chain, token, address } = collection;
  return (
    <DescriptionList
      entries={[
        [
          texts.page.virtualAccount,
          virtualAccount && (
            <Link
              key="account"
              to="/$environment/virtual-accounts/$reference"
              params={{ environment, reference: virtualAccount }}
            >
              <code>{virtualAccount}</code>
            </Link>
          ),
        ],
        [
          texts.page.paymentLink,
          slug && (
            <Link key="link" to="/$environment/payment-links/$slug" params={{ environment, slug }}>
              <code>{slug}</code>
            </Link>
          ),
        ],
        [texts.page.chain, chain],
        [texts.page.token, token],
        [texts.page.address, address && <Copyable key="address" text={address} what={texts.page.address} />],
      ]}
    />
  );
}

/** What happened, the newest first. What has no time of its own is the present state. */
function timelineOf(
  { status, late, createdAt, settledAt }: Collection,
  payments: CollectionPayment[],
): TimelineEntry[] {
  const { timeline } = texts;
  const created: TimelineEntry = { icon: "plus", text: timeline.created, at: createdAt };
  const present: Partial<Record<Collection["status"], TimelineEntry>> = {
    awaiting_payment: { icon: "clock", text: timeline.awaiting },
    confirming: { icon: "clock", colour: "blue", text: timeline.confirming },
    underpaid: { icon: "warning", colour: "amber", text: timeline.underpaid },
    expired: { icon: "close", text: timeline.expired },
    succeeded: {
      icon: "check",
      colour: "green",
      text: late ? timeline.succeededLate : timeline.succeeded,
      ...(settledAt !== undefined && { at: settledAt }),
    },
  };
  const last = present[status];
  const entries = [
    ...(last === undefined ? [] : [last]),
    ...payments.map(({ amount, receivedAt }): TimelineEntry => ({
      icon: "collections",
      text: timeline.payment(formatMoney(amount)),
      at: receivedAt,
    })),
    created,
  ];
  const timeOf = ({ at }: TimelineEntry) => (at === undefined ? Infinity : Date.parse(at));
  return entries.toSorted((one, other) => (timeOf(one) === timeOf(other) ? 0 : timeOf(other) - timeOf(one)));
}
