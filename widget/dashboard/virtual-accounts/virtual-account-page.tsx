import { useQuery } from "@tanstack/react-query";
import type { VirtualAccount } from "../api/types.ts";
import { collectionStates } from "../collections/collection-states.ts";
import { collectionQuery, paymentsQuery } from "../collections/collections-queries.ts";
import { Payments } from "../collections/payments.tsx";
import { timelineOf } from "../collections/timeline-of.ts";
import { itemScreen } from "../components/layout/item-screen.tsx";
import { ActionLink, Link } from "../components/layout/link.tsx";
import { Section } from "../components/layout/section.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Facts } from "../components/values/facts.tsx";
import { Metadata } from "../components/values/metadata.tsx";
import { Code } from "../components/values/text.tsx";
import { Timeline } from "../components/values/timeline.tsx";
import { State } from "../components/values/badge.tsx";
import { EventsOf } from "../events/events-of.tsx";
import { Journals } from "../ledger/journals.tsx";
import { virtualAccountStates } from "./virtual-account-states.ts";
import { virtualAccountQuery } from "./virtual-accounts-queries.ts";

export const VirtualAccountPage = itemScreen({
  name: "Virtual account",
  list: ["/$environment/virtual-accounts", "Virtual accounts"],
  query: virtualAccountQuery,
  useParts(account) {
    const { environment, reference, status, accountNumber, collection } = account;
    const paid = useQuery(collectionQuery(environment, collection.reference));
    const payments = useQuery(paymentsQuery(environment, collection.reference));
    return {
      title: `Virtual account ${accountNumber}`,
      heading: <Code>{accountNumber}</Code>,
      badge: <State of={virtualAccountStates[status]} />,
      next: <NextStep account={account} />,
      main: (
        <>
          <Timeline entries={paid.data && timelineOf(paid.data, payments.data ?? [], "Account created")} />
          <Facts
            title="Account details"
            facts={[
              ["Account number", accountNumber, "copy"],
              ["Bank", account.bankName],
              ["Account name", account.accountName, "own"],
              ["Expected", account.amount],
            ]}
          />
          <Payments collection={collection.reference} />
          <Journals
            reference={collection.reference}
            status={`${collection.status} ${payments.data?.length ?? 0}`}
          />
          <EventsOf subject={collection.reference} />
          <Metadata of={account} />
        </>
      ),
      side: (
        <>
          <Facts
            title="Details"
            facts={[
              ["Reference", reference, "copy"],
              ["Your reference", account.merchantReference, "copy"],
              ["Customer", account.customerEmail],
              ["Created", account.createdAt, "time"],
              [
                status === "expired" ? "Expired" : "Expires",
                status === "closed" ? undefined : account.expiresAt,
                "time",
              ],
            ]}
          />
          <Section title="Collection" text="The payment this account expects now, or expected last.">
            <p>
              <Link to="/$environment/collections/$reference" params={{ reference: collection.reference }}>
                <Code>{collection.reference}</Code>
              </Link>{" "}
              <State of={collectionStates[collection.status]} />
            </p>
          </Section>
        </>
      ),
    };
  },
});

/** What the state means, and what to do next. */
function NextStep({ account: { environment, status } }: { account: VirtualAccount }) {
  if (status === "closed")
    return (
      <Notice kind="success" title="This account has been paid">
        It no longer accepts payments. We hold any further transfer as an unmatched payment.
      </Notice>
    );
  if (status === "expired") {
    const toAccounts = <ActionLink to="/$environment/virtual-accounts">Virtual accounts</ActionLink>;
    return (
      <Notice title="Not paid in time" action={toAccounts}>
        A payment of the exact amount still counts within 24 hours of expiry. After that, create another
        account.
      </Notice>
    );
  }
  const toSandbox = environment === "test" && (
    <ActionLink to="/$environment/developers/sandbox">Go to sandbox</ActionLink>
  );
  return (
    <Notice title="Waiting for payment" action={toSandbox}>
      {environment === "test"
        ? "This is a test account: banks can’t transfer to it. Simulate a payment in the sandbox."
        : "Give the customer these details. This page updates automatically when they pay."}
    </Notice>
  );
}
