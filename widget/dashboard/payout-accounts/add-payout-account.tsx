import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAttemptKey } from "../api/attempt-key.ts";
import { post, useChange } from "../api/change.ts";
import { AccountFields } from "../banks/account-fields.tsx";
import { accountNameQuery } from "../banks/banks-queries.ts";
import { FormDialog } from "../components/layout/dialog.tsx";
import { useEnvironment } from "../shell/environment.ts";

/** Saves an account, after the person has seen the holder's name. */
export function AddPayoutAccount({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const [account, setAccount] = useState({ bankCode: "", accountNumber: "" });
  const name = useQuery({ ...accountNameQuery(environment, account), enabled: false });
  const attempt = useAttemptKey(`${environment}-payout-account`);
  const save = useChange(
    () => post("/{environment}/payout-accounts", { environment }, account, attempt.key()),
    {
      attempt,
      reload: [[environment, "payout-accounts"]],
      done: ({ accountName }) => `${accountName} saved`,
      onDone: onClose,
    },
  );
  return (
    <FormDialog
      title="Add account"
      submit="Save account"
      text="We’ll check the account name with the bank. Owners get an email about each new account."
      change={{ ...save, mutate: () => save.mutate() }}
      isDisabled={name.data === undefined || name.isFetching}
      onClose={onClose}
    >
      <AccountFields account={account} onChange={setAccount} />
    </FormDialog>
  );
}
