import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { VirtualAccount } from "../api/types.ts";
import { CollectionStatus } from "../collections/collection-status.tsx";
import { collectionQuery, paymentsQuery } from "../collections/collections-queries.ts";
import { Payments } from "../collections/payments.tsx";
import { timelineOf } from "../collections/timeline-of.ts";
import { Copyable } from "../components/values/copy-button.tsx";
import { DescriptionList } from "../components/values/description-list.tsx";
import { ButtonLink, Link } from "../components/layout/link.tsx";
import { Money } from "../components/values/money.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { ToList } from "../components/layout/to-list.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Columns, Section } from "../components/layout/section.tsx";
import { ItemPage } from "../components/layout/item-page.tsx";
import { Skeleton } from "../components/messages/states.tsx";
import { Time } from "../components/values/time.tsx";
import { Timeline } from "../components/values/timeline.tsx";
import { EventsOf } from "../events/events-of.tsx";
import { Journals } from "../ledger/journals.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { virtualAccountTexts as texts } from "../texts/virtual-accounts.ts";
import { VirtualAccountStatus } from "./virtual-account-status.tsx";
import { virtualAccountQuery } from "./virtual-accounts-queries.ts";

const toList = <ToList to="/$environment/virtual-accounts">{texts.title}</ToList>;

export function VirtualAccountPage() {
  const environment = useEnvironment();
  const { reference } = useParams({ from: "/$environment/virtual-accounts/$reference" });
  const account = useQuery(virtualAccountQuery(environment, reference));
  return (
    <ItemPage query={account} title={texts.page.title} parent={toList}>
      {(found) => <VirtualAccountDetails account={found} />}
    </ItemPage>
  );
}

function VirtualAccountDetails({ account }: { account: VirtualAccount }) {
  const { environment, reference, status, collection } = account;
  const paid = useQuery(collectionQuery(environment, collection.reference));
  const payments = useQuery(paymentsQuery(environment, collection.reference));
  return (
    <>
      <PageHeader
        title={`${texts.page.title} ${account.accountNumber}`}
        heading={<code translate="no">{account.accountNumber}</code>}
        badge={<VirtualAccountStatus status={status} />}
        parent={toList}
      />
      <NextStep account={account} />
      <Columns
        main={
          <>
            <Section title={texts.page.timeline}>
              {paid.data === undefined ? (
                <Skeleton width={30} />
              ) : (
                <Timeline entries={timelineOf(paid.data, payments.data ?? [], texts.page.opened)} />
              )}
            </Section>
            <Section title={texts.page.payTo}>
              <DescriptionList
                entries={[
                  [
                    texts.page.accountNumber,
                    <Copyable key="number" text={account.accountNumber} what={texts.page.accountNumber} />,
                  ],
                  [texts.page.bank, account.bankName],
                  [
                    texts.page.accountName,
                    <span key="name" dir="auto" translate="no">
                      {account.accountName}
                    </span>,
                  ],
                  [texts.page.amount, <Money key="amount" {...account.amount} />],
                ]}
              />
            </Section>
            <Payments collection={collection.reference} />
            <Journals
              reference={collection.reference}
              status={`${collection.status} ${payments.data?.length ?? 0}`}
            />
            <EventsOf subject={collection.reference} />
          </>
        }
        side={
          <>
            <Section title={texts.page.details}>
              <DescriptionList
                entries={[
                  [
                    texts.page.reference,
                    <Copyable key="reference" text={reference} what={texts.page.reference} />,
                  ],
                  [texts.page.customer, account.customerEmail],
                  [texts.page.created, <Time key="created" at={account.createdAt} isFull />],
                  [
                    status === "expired" ? texts.page.expired : texts.page.expires,
                    status === "closed" ? undefined : <Time key="expires" at={account.expiresAt} isFull />,
                  ],
                ]}
              />
            </Section>
            <Section title={texts.page.collection} text={texts.page.collectionText}>
              <p>
                <Link
                  to="/$environment/collections/$reference"
                  params={{ environment, reference: collection.reference }}
                >
                  <code translate="no">{collection.reference}</code>
                </Link>{" "}
                <CollectionStatus status={collection.status} />
              </p>
            </Section>
          </>
        }
      />
    </>
  );
}

/** What the state means for whoever reads it, and what to do next. */
function NextStep({ account: { environment, status } }: { account: VirtualAccount }) {
  const { next } = texts;
  const isTest = environment === "test" && status === "active";
  const action = isTest ? (
    <ButtonLink size="small" to="/$environment/developers/sandbox" params={{ environment }}>
      {texts.page.sandbox}
    </ButtonLink>
  ) : (
    status === "expired" && (
      <ButtonLink size="small" to="/$environment/virtual-accounts" params={{ environment }}>
        {texts.title}
      </ButtonLink>
    )
  );
  return (
    <Notice kind={status === "closed" ? "success" : "info"} title={next[status].title} action={action}>
      {isTest ? texts.page.testNote : next[status].text}
    </Notice>
  );
}
