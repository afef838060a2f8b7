import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { post, useChange } from "../api/change.ts";
import type { Refund } from "../api/types.ts";
import { AccountFields } from "../banks/account-fields.tsx";
import { accountNameQuery } from "../banks/banks-queries.ts";
import { FormDialog } from "../components/layout/dialog.tsx";
import { formatMoney } from "../components/values/money.tsx";

/** Sends a refund to an account, after the person has seen the holder's name. */
export function SetDestination({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { environment, reference, amount } = refund;
  const [account, setAccount] = useState({ bankCode: "", accountNumber: "" });
  const name = useQuery({ ...accountNameQuery(environment, account), enabled: false });
  const send = useChange(
    () =>
      post(
        "/{environment}/refunds/{reference}/destination",
        { environment, reference },
        { destination: { ...account, accountName: name.data! } },
      ),
    { reload: [[environment]], done: "Account set", onDone: onClose },
  );
  return (
    <FormDialog
      title="Set account"
      submit={`Refund ${formatMoney(amount)}`}
      text="The refund is sent to this account at once. Bank transfers can’t be reversed."
      change={{ ...send, mutate: () => send.mutate() }}
      isDisabled={name.data === undefined || name.isFetching}
      onClose={onClose}
    >
      <AccountFields account={account} onChange={setAccount} />
    </FormDialog>
  );
}
