import { useQuery } from "@tanstack/react-query";
import { useMay } from "../api/permissions.ts";
import type { Payout } from "../api/types.ts";
import { ActionLink, Link } from "../components/layout/link.tsx";
import { Section } from "../components/layout/section.tsx";
import type { Column } from "../components/lists/list.tsx";
import { ListSection } from "../components/lists/list-section.tsx";
import { Loaded } from "../components/messages/loaded.tsx";
import { Badge, State } from "../components/values/badge.tsx";
import { Money } from "../components/values/money.tsx";
import { Own } from "../components/values/text.tsx";
import { Time } from "../components/values/time.tsx";
import { allPayoutAccountsQuery } from "../payout-accounts/payout-accounts-queries.ts";
import { payoutStates } from "./payout-states.ts";
import { payoutsQuery } from "./payouts-queries.ts";

/** Whether a payout's account is saved, and how to pay it again. */
export function SavedAccount({ payout: { environment, destination } }: { payout: Payout }) {
  const accounts = useQuery(allPayoutAccountsQuery(environment));
  const mayPay = useMay("pay");
  return (
    <Section title="Payout account">
      <Loaded query={accounts} width={20}>
        {(all) => {
          const saved = all.find((account) => isSame(account, destination));
          if (saved === undefined)
            return (
              <p className="soft">
                This account isn’t saved.{" "}
                <Link to="/$environment/settings/payout-accounts">Payout accounts</Link>
              </p>
            );
          return (
            <div className="between">
              <div>
                <Link to="/$environment/settings/payout-accounts">
                  <Own>{saved.accountName}</Own>
                </Link>{" "}
                {saved.isDefault && <Badge colour="green">Default</Badge>}
              </div>
              {mayPay && (
                <ActionLink to="/$environment/payouts/new" search={{ account: saved.reference }}>
                  Pay again
                </ActionLink>
              )}
            </div>
          );
        }}
      </Loaded>
    </Section>
  );
}

/** Other payouts to the same account, among the newest hundred. */
export function OtherPayouts({ payout: { environment, reference, destination } }: { payout: Payout }) {
  const others = useQuery({
    ...payoutsQuery(environment, { limit: "100" }),
    select: ({ items }) =>
      items
        .filter((other) => other.reference !== reference && isSame(other.destination, destination))
        .slice(0, 5),
  });
  return (
    <ListSection
      title="Other payouts to this account"
      text="From your latest 100 payouts."
      items={others}
      columns={columns}
      to="/$environment/payouts/$reference"
      none="No other payouts."
    />
  );
}

type Account = { bankCode: string; accountNumber: string };

const isSame = (one: Account, other: Account) =>
  one.bankCode === other.bankCode && one.accountNumber === other.accountNumber;

const columns: Column<Payout>[] = [
  { heading: "Amount", align: "end", isMain: true, cell: ({ amount }) => <Money {...amount} /> },
  { heading: "Status", cell: ({ status }) => <State of={payoutStates[status]} /> },
  { heading: "Narration", isWide: true, cell: ({ narration }) => <Own>{narration}</Own> },
  { heading: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
];
