import { useState } from "react";
import { useMay } from "../api/permissions.ts";
import { patch, post, useChange } from "../api/change.ts";
import type { PayoutAccount } from "../api/types.ts";
import { ConfirmDialog } from "../components/layout/dialog.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { MoreMenu } from "../components/layout/menu.tsx";
import { Filters, OwnReferenceFilter, ReferenceFilter } from "../components/lists/filters.tsx";
import type { Column } from "../components/lists/list.tsx";
import { ListScreen } from "../components/lists/list-screen.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { Badge } from "../components/values/badge.tsx";
import { Code, Own } from "../components/values/text.tsx";
import { CreateButton } from "../verification/create-button.tsx";
import { LiveNeedsApproval } from "../verification/live-needs-approval.tsx";
import { AddPayoutAccount } from "./add-payout-account.tsx";
import { payoutAccountsQuery } from "./payout-accounts-queries.ts";

export function PayoutAccountsList() {
  const mayPay = useMay("pay");
  const [isAdding, setAdding] = useState(false);
  return (
    <ListScreen
      title="Payout accounts"
      text="Bank accounts you pay regularly. Payouts without a destination go to the default account."
      actions={
        <CreateButton may="pay" icon="plus" onPress={() => setAdding(true)}>
          Add account
        </CreateButton>
      }
      notice={<LiveNeedsApproval what="Payout accounts" />}
      filters={
        <Filters>
          <PeriodFilter label="Saved" />
          <ReferenceFilter prefix="pac" />
          <OwnReferenceFilter />
        </Filters>
      }
      query={payoutAccountsQuery}
      columns={mayPay ? [...columns, actionColumn] : columns}
      icon="bank"
      things="saved accounts"
      emptyText="Save an account you pay regularly. We’ll check its name with the bank."
    >
      {isAdding && <AddPayoutAccount onClose={() => setAdding(false)} />}
    </ListScreen>
  );
}

const columns: Column<PayoutAccount>[] = [
  {
    heading: "Account name",
    isMain: true,
    isWide: true,
    cell: ({ accountName, isDefault }) => (
      <>
        <Own>{accountName}</Own> {isDefault && <Badge colour="green">Default</Badge>}
      </>
    ),
  },
  { heading: "Bank", cell: ({ bankName }) => bankName },
  { heading: "Account number", cell: ({ accountNumber }) => <Code>{accountNumber}</Code> },
  { heading: "Reference", isExtra: true, cell: ({ reference }) => <Code>{reference}</Code> },
  {
    heading: "Your reference",
    isExtra: true,
    cell: ({ merchantReference }) => <Own>{merchantReference}</Own>,
  },
];

const actionColumn: Column<PayoutAccount> = {
  heading: "Actions",
  isActions: true,
  cell: (account) => <Actions account={account} />,
};

function Actions({ account }: { account: PayoutAccount }) {
  const { environment, reference, accountName, bankName, accountNumber, isDefault } = account;
  const [isRemoving, setRemoving] = useState(false);
  const reload = [[environment, "payout-accounts"]];
  const body = { isDefault: !isDefault };
  const choose = useChange(
    () => patch("/{environment}/payout-accounts/{reference}", { environment, reference }, body),
    {
      reload,
      done: isDefault ? "There’s no default account now" : `${accountName} is now the default account`,
      saysRefusal: true,
    },
  );
  const remove = useChange(
    () => post("/{environment}/payout-accounts/{reference}/remove", { environment, reference }),
    {
      reload,
      done: `${accountName} removed`,
      onDone: () => setRemoving(false),
    },
  );
  return (
    <span className="list-buttons">
      <ButtonLink
        size="small"
        to="/$environment/payouts/new"
        search={{ account: reference }}
        aria-label={`Pay ${accountName}`}
      >
        Pay
      </ButtonLink>
      <MoreMenu
        label={`Actions for ${accountName}`}
        items={[
          {
            text: isDefault ? "Remove as default" : "Make default",
            icon: "check",
            onAction: () => choose.mutate(),
          },
          { text: "Remove account", icon: "trash", isDanger: true, onAction: () => setRemoving(true) },
        ]}
      />
      <ConfirmDialog
        title="Remove this account?"
        action="Remove account"
        isDanger
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        change={remove}
      >
        <p>
          {accountName}, {bankName}, {accountNumber}. New payouts to its reference will be refused. Past
          payouts aren’t affected.
        </p>
        {isDefault && <p>This is the default account. Without one, payouts must name a destination.</p>}
      </ConfirmDialog>
    </span>
  );
}
