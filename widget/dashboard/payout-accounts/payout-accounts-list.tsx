import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/client.ts";
import { useMay } from "../api/permissions.ts";
import type { PayoutAccount } from "../api/types.ts";
import { Badge } from "../components/values/badge.tsx";
import { Button } from "../components/forms/button.tsx";
import { EmptyList } from "../components/lists/empty-list.tsx";
import { ConfirmDialog } from "../components/layout/dialog.tsx";
import { Filters, useFilters } from "../components/lists/filters.tsx";
import { List, type Column } from "../components/lists/list.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { MoreMenu } from "../components/layout/menu.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { PeriodFilter } from "../components/lists/period-filter.tsx";
import { ReferenceFilter } from "../components/lists/text-filter.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { payoutAccountTexts as texts } from "../texts/payout-accounts.ts";
import { LiveNeedsApproval, useIsOpen } from "../verification/live-needs-approval.tsx";
import { AddPayoutAccount } from "./add-payout-account.tsx";
import { payoutAccountsQuery } from "./payout-accounts-queries.ts";
import "./payout-accounts.css";

export function PayoutAccountsList() {
  const environment = useEnvironment();
  const mayPay = useMay("pay");
  const isOpen = useIsOpen();
  const { search } = useFilters();
  const page = useQuery(payoutAccountsQuery(environment, search));
  const [isAdding, setAdding] = useState(false);
  const add = mayPay && isOpen && (
    <Button kind="primary" icon="plus" onPress={() => setAdding(true)}>
      {texts.add}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.title} text={texts.text} actions={add} />
      <LiveNeedsApproval what={texts.title} />
      <Filters>
        <PeriodFilter label={texts.saved} />
        <ReferenceFilter prefix="pac" />
      </Filters>
      <List
        caption={texts.caption}
        page={page}
        columns={mayPay ? [...columns, actionColumn] : columns}
        keyOf={({ reference }) => reference}
        empty={<EmptyList icon="bank" texts={texts} action={add} />}
      />
      {isAdding && <AddPayoutAccount onClose={() => setAdding(false)} />}
    </>
  );
}

const columns: Column<PayoutAccount>[] = [
  {
    heading: texts.name,
    isMain: true,
    isWide: true,
    cell: ({ accountName, isDefault }) => (
      <>
        <span dir="auto" translate="no">
          {accountName}
        </span>{" "}
        {isDefault && <Badge colour="green">{texts.default}</Badge>}
      </>
    ),
  },
  { heading: texts.bank, cell: ({ bankName }) => bankName },
  { heading: texts.number, cell: ({ accountNumber }) => <code translate="no">{accountNumber}</code> },
  {
    heading: texts.reference,
    isExtra: true,
    cell: ({ reference }) => <code translate="no">{reference}</code>,
  },
];

const actionColumn: Column<PayoutAccount> = {
  heading: texts.actions,
  isActions: true,
  cell: (account) => <Actions account={account} />,
};

function Actions({ account }: { account: PayoutAccount }) {
  const { environment, reference, accountName, bankName, accountNumber, isDefault } = account;
  const queryClient = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const params = { path: { environment, reference } };
  const refresh = () => queryClient.invalidateQueries({ queryKey: [environment, "payout-accounts"] });

  const choose = useMutation({
    mutationFn: () =>
      api.PATCH("/{environment}/payout-accounts/{reference}", { params, body: { isDefault: !isDefault } }),
    onSuccess: () => {
      toast(isDefault ? texts.noDefault : texts.isDefaultNow(accountName));
      return refresh();
    },
    onError: (error) => toast(error),
  });
  const remove = useMutation({
    mutationFn: () => api.POST("/{environment}/payout-accounts/{reference}/remove", { params }),
    onSuccess: () => {
      setRemoving(false);
      toast(texts.removed(accountName));
      return refresh();
    },
  });
  return (
    <span className="payout-accounts-actions">
      <ButtonLink
        size="small"
        to="/$environment/payouts/new"
        params={{ environment }}
        search={{ account: reference }}
        aria-label={texts.payTo(accountName)}
      >
        {texts.pay}
      </ButtonLink>
      <MoreMenu
        label={texts.actionsOf(accountName)}
        items={[
          {
            text: isDefault ? texts.unsetDefault : texts.makeDefault,
            icon: "check",
            onAction: () => choose.mutate(),
          },
          { text: texts.remove, icon: "trash", isDanger: true, onAction: () => setRemoving(true) },
        ]}
      />
      <ConfirmDialog
        title={texts.removeTitle}
        action={texts.remove}
        isDanger
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        <p>{texts.removeText(accountName, bankName, accountNumber)}</p>
        {isDefault && <p>{texts.removeDefaultText}</p>}
      </ConfirmDialog>
    </span>
  );
}
