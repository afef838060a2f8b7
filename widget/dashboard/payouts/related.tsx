import { useQuery } from "@tanstack/react-query";
import { useMay } from "../api/permissions.ts";
import type { Payout } from "../api/types.ts";
import { Badge } from "../components/values/badge.tsx";
import { ButtonLink, Link } from "../components/layout/link.tsx";
import { List, type Column } from "../components/lists/list.tsx";
import { Money } from "../components/values/money.tsx";
import { Section } from "../components/layout/section.tsx";
import { ErrorState, Skeleton } from "../components/messages/states.tsx";
import { Time } from "../components/values/time.tsx";
import { allPayoutAccountsQuery } from "../payout-accounts/payout-accounts-queries.ts";
import { payoutTexts } from "../texts/payouts.ts";
import { PayoutStatus } from "./payout-status.tsx";
import { payoutsQuery } from "./payouts-queries.ts";

const texts = payoutTexts.related;

/** Whether the account that a payout went to is saved, and how to pay it again. */
export function SavedAccount({ payout: { environment, destination } }: { payout: Payout }) {
  const accounts = useQuery(allPayoutAccountsQuery(environment));
  const mayPay = useMay("pay");
  const saved = accounts.data?.find((account) => isSame(account, destination));
  return (
    <Section title={texts.account}>
      {accounts.isError && accounts.data === undefined ? (
        <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />
      ) : accounts.data === undefined ? (
        <Skeleton width={20} />
      ) : saved === undefined ? (
        <p className="list-soft">
          {texts.notSaved}{" "}
          <Link to="/$environment/settings/payout-accounts" params={{ environment }}>
            {texts.accounts}
          </Link>
        </p>
      ) : (
        <div className="payouts-account">
          <div>
            <Link to="/$environment/settings/payout-accounts" params={{ environment }}>
              <span dir="auto" translate="no">
                {saved.accountName}
              </span>
            </Link>{" "}
            {saved.isDefault && <Badge colour="green">{texts.isDefault}</Badge>}
          </div>
          {mayPay && (
            <ButtonLink
              size="small"
              to="/$environment/payouts/new"
              params={{ environment }}
              search={{ account: saved.reference }}
            >
              {texts.payAgain}
            </ButtonLink>
          )}
        </div>
      )}
    </Section>
  );
}

/** Other payouts to the same account, of the newest hundred. */
export function OtherPayouts({ payout: { environment, reference, destination } }: { payout: Payout }) {
  const page = useQuery({
    ...payoutsQuery(environment, { limit: "100" }),
    select: ({ items }) => ({
      items: items
        .filter((other) => other.reference !== reference && isSame(other.destination, destination))
        .slice(0, 5),
      nextCursor: undefined,
    }),
  });
  return (
    <Section title={texts.others} text={texts.othersText}>
      {page.data?.items.length === 0 ? (
        <p className="list-soft">{texts.noOthers}</p>
      ) : (
        <List
          caption={texts.others}
          page={page}
          columns={columns}
          keyOf={(other) => other.reference}
          linkTo={(other) => ({
            to: "/$environment/payouts/$reference",
            params: { environment, reference: other.reference },
          })}
          empty={null}
        />
      )}
    </Section>
  );
}

type Account = { bankCode: string; accountNumber: string };

const isSame = (one: Account, other: Account) =>
  one.bankCode === other.bankCode && one.accountNumber === other.accountNumber;

const columns: Column<Payout>[] = [
  {
    heading: payoutTexts.list.amount,
    align: "end",
    isMain: true,
    cell: ({ amount }) => <Money {...amount} />,
  },
  { heading: payoutTexts.list.status, cell: ({ status }) => <PayoutStatus status={status} /> },
  {
    heading: payoutTexts.page.narration,
    isWide: true,
    cell: ({ narration }) => (
      <span dir="auto" translate="no">
        {narration}
      </span>
    ),
  },
  { heading: payoutTexts.list.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
];
