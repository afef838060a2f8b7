import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useMay } from "../api/permissions.ts";
import type { Collection } from "../api/types.ts";
import { Badge } from "../components/values/badge.tsx";
import { Copyable } from "../components/values/copy-button.tsx";
import { DescriptionList } from "../components/values/description-list.tsx";
import { ButtonLink, Link } from "../components/layout/link.tsx";
import { formatMoney, Money } from "../components/values/money.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { ToList } from "../components/layout/to-list.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Columns, Section } from "../components/layout/section.tsx";
import { ItemPage } from "../components/layout/item-page.tsx";
import { Time } from "../components/values/time.tsx";
import { Timeline } from "../components/values/timeline.tsx";
import { EventsOf } from "../events/events-of.tsx";
import { Journals } from "../ledger/journals.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { collectionTexts as texts } from "../texts/collections.ts";
import { CollectionStatus } from "./collection-status.tsx";
import { collectionQuery, paymentsQuery } from "./collections-queries.ts";
import { Payments } from "./payments.tsx";
import { timelineOf } from "./timeline-of.ts";

const toList = <ToList to="/$environment/collections">{texts.title}</ToList>;

export function CollectionPage() {
  const environment = useEnvironment();
  const { reference } = useParams({ from: "/$environment/collections/$reference" });
  const collection = useQuery(collectionQuery(environment, reference));
  return (
    <ItemPage query={collection} title={texts.page.one} parent={toList}>
      {(found) => <CollectionDetails collection={found} />}
    </ItemPage>
  );
}

function CollectionDetails({ collection }: { collection: Collection }) {
  const { environment, reference, amount, status, late } = collection;
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
        parent={toList}
      />
      <NextStep collection={collection} />
      <Columns
        main={
          <>
            <Section title={texts.page.timeline}>
              <Timeline entries={timelineOf(collection, payments.data ?? [], texts.timeline.created)} />
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

/** What the state means for whoever reads it, and what to do next. */
function NextStep({ collection }: { collection: Collection }) {
  const { environment, status, amount, amountReceived, virtualAccount, slug, unmatched } = collection;
  const mayCollect = useMay("collect");
  const { next } = texts;
  const missing = formatMoney({ ...amount, value: amount.value - amountReceived.value });
  const account = virtualAccount && (
    <ButtonLink
      size="small"
      to="/$environment/virtual-accounts/$reference"
      params={{ environment, reference: virtualAccount }}
    >
      {next.toAccount}
    </ButtonLink>
  );
  const link = slug && (
    <ButtonLink size="small" to="/$environment/payment-links/$slug" params={{ environment, slug }}>
      {next.toLink}
    </ButtonLink>
  );
  const newLink = mayCollect && (
    <ButtonLink size="small" to="/$environment/payment-links/new" params={{ environment }}>
      {texts.list.createLink}
    </ButtonLink>
  );
  return (
    <>
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
      {status === "awaiting_payment" && (
        <Notice title={next.awaitingTitle(missing)} action={link || account}>
          {slug ? next.awaitingLink : virtualAccount ? next.awaitingAccount : next.awaitingAddress}
        </Notice>
      )}
      {status === "confirming" && <Notice title={next.confirmingTitle}>{next.confirming}</Notice>}
      {status === "underpaid" && (
        <Notice kind="warning" title={next.underpaidTitle(missing)} action={link || account}>
          {next.underpaid}
        </Notice>
      )}
      {status === "succeeded" && !unmatched && <Paid collection={collection} />}
      {status === "expired" && (
        <Notice title={next.expiredTitle} action={newLink}>
          {next.expired}
        </Notice>
      )}
    </>
  );
}

function Paid({ collection: { amount, amountReceived, late } }: { collection: Collection }) {
  const { next } = texts;
  const over = amountReceived.value - amount.value;
  if (over > 0)
    return (
      <Notice kind="warning" title={next.overpaidTitle(formatMoney({ ...amount, value: over }))}>
        {next.overpaid}
      </Notice>
    );
  return (
    <Notice kind="success" title={next.paidTitle}>
      {late ? next.paidLate : next.paid}
    </Notice>
  );
}

/** What banks report most, in words; the rest by the name that the bank gave it. */
const payerFacts: Record<string, string> = texts.page.payerFacts;

function Text({ of }: { of: string }) {
  return (
    <span dir="auto" translate="no">
      {of}
    </span>
  );
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
              <code translate="no">{virtualAccount}</code>
            </Link>
          ),
        ],
        [
          texts.page.paymentLink,
          slug && (
            <Link key="link" to="/$environment/payment-links/$slug" params={{ environment, slug }}>
              <code translate="no">{slug}</code>
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
