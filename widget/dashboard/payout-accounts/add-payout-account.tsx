import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAttemptKey } from "../api/attempt-key.ts";
import { api, dataOf } from "../api/client.ts";
import { AccountFields } from "../banks/account-fields.tsx";
import { accountNameQuery } from "../banks/banks-queries.ts";
import { Button } from "../components/forms/button.tsx";
import { Dialog, DialogActions } from "../components/layout/dialog.tsx";
import { FormError } from "../components/forms/form.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { payoutAccountTexts as texts } from "../texts/payout-accounts.ts";
import { words } from "../texts/words.ts";

/** Saves an account, after the bank has said whose it is and somebody has seen the name. */
export function AddPayoutAccount({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const queryClient = useQueryClient();
  const [account, setAccount] = useState({ bankCode: "", accountNumber: "" });
  const name = useQuery({ ...accountNameQuery(environment, account), enabled: false });
  const attempt = useAttemptKey(`${environment}-payout-account`);
  const save = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST("/{environment}/payout-accounts", {
          params: { path: { environment }, header: { "Idempotency-Key": attempt.key } },
          body: account,
        }),
      ),
    onSettled: (_saved, error) => attempt.settled(error),
    onSuccess: async ({ accountName }) => {
      toast(texts.added(accountName));
      await queryClient.invalidateQueries({ queryKey: [environment, "payout-accounts"] });
      onClose();
    },
  });
  return (
    <Dialog title={texts.add} isOpen onClose={onClose} isDismissable={false}>
      <p className="dialog-text">{texts.addText}</p>
      <AccountFields account={account} onChange={setAccount} />
      {save.error && <FormError error={save.error} />}
      <DialogActions>
        <Button onPress={onClose}>{words.cancel}</Button>
        <Button
          kind="primary"
          isDisabled={name.data === undefined || name.isFetching}
          isPending={save.isPending}
          onPress={() => save.mutate()}
        >
          {texts.save}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
