import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { VirtualAccount } from "../api/types.ts";
import { CollectionStatus } from "../collections/collection-status.tsx";
import { Copyable } from "../components/copy-button.tsx";
import { DescriptionList } from "../components/description-list.tsx";
import { ButtonLink, Link } from "../components/link.tsx";
import { Money } from "../components/money.tsx";
import { Notice } from "../components/notice.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { Columns, Section } from "../components/section.tsx";
import { FailedScreen } from "../components/failed-screen.tsx";
import { ScreenSkeleton } from "../components/states.tsx";
import { Time } from "../components/time.tsx";
import { EventsOf } from "../events/events-of.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { virtualAccountTexts as texts } from "../texts/virtual-accounts.ts";
import { VirtualAccountStatus } from "./virtual-account-status.tsx";
import { virtualAccountQuery } from "./virtual-accounts-queries.ts";

export function VirtualAccountPage() {
  const environment = useEnvironment();
  const { reference } = useParams({ from: "/$environment/virtual-accounts/$reference" });
  const account = useQuery(virtualAccountQuery(environment, reference));
  if (account.isError && account.data === undefined)
    return (
      <FailedScreen
        title={texts.page.title}
        parent={
          <Link to="/$environment/virtual-accounts" params={{ environment }}>
            {texts.title}
          </Link>
        }
        error={account.error}
        onRetry={() => void account.refetch()}
      />
    );
  if (account.data === undefined) return <ScreenSkeleton />;
  return <VirtualAccountDetails account={account.data} />;
}

function VirtualAccountDetails({ account }: { account: VirtualAccount }) {
  const { environment, reference, status, collection } = account;
  return (
    <>
      <PageHeader
        title={`${texts.page.title} ${account.accountNumber}`}
        heading={<code>{account.accountNumber}</code>}
        badge={<VirtualAccountStatus status={status} />}
        parent={
          <Link to="/$environment/virtual-accounts" params={{ environment }}>
            {texts.title}
          </Link>
        }
      />
      {environment === "test" && status === "active" && (
        <Notice
          action={
            <ButtonLink size="small" to="/$environment/developers/sandbox" params={{ environment }}>
              {texts.page.sandbox}
            </ButtonLink>
          }
        >
          {texts.page.testNote}
        </Notice>
      )}
      <Columns
        main={
          <>
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
                    <span key="name" dir="auto">
                      {account.accountName}
                    </span>,
                  ],
                  [texts.page.amount, <Money key="amount" {...account.amount} />],
                ]}
              />
            </Section>
            <Section title={texts.page.collection} text={texts.page.collectionText}>
              <p>
                <Link
                  to="/$environment/collections/$reference"
                  params={{ environment, reference: collection.reference }}
                >
                  <code>{collection.reference}</code>
                </Link>{" "}
                <CollectionStatus status={collection.status} />
              </p>
            </Section>
            <EventsOf subject={collection.reference} />
          </>
        }
        side={
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
        }
      />
    </>
  );
}
