import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useAttemptKey } from "../api/attempt-key.ts";
import { api, dataOf } from "../api/client.ts";
import { AmountField, parseNaira } from "../components/forms/amount-field.tsx";
import { Dialog, SubmitActions } from "../components/layout/dialog.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form } from "../components/forms/form.tsx";
import { Select } from "../components/forms/select.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { virtualAccountTexts } from "../texts/virtual-accounts.ts";

const texts = virtualAccountTexts.form;

/** Asks for a customer and an amount, and shows the account that expects it. */
export function CreateVirtualAccount({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const attempt = useAttemptKey(`${environment}-virtual-account`);
  const create = useMutation({
    mutationFn: (values: Record<string, string>) =>
      dataOf(
        api.POST("/{environment}/virtual-accounts", {
          params: { path: { environment }, header: { "Idempotency-Key": attempt.key } },
          body: {
            customerEmail: values["customerEmail"]!.trim(),
            amount: { value: parseNaira(values["amount.value"]!)!, currency: "NGN" },
            expiresInMinutes: Number(values["expiresInMinutes"]),
          },
        }),
      ),
    onSettled: (_created, error) => attempt.settled(error),
    onSuccess: async ({ reference, accountNumber }) => {
      await queryClient.invalidateQueries({ queryKey: [environment] });
      toast(texts.done(accountNumber));
      await navigate({
        to: "/$environment/virtual-accounts/$reference",
        params: { environment, reference },
      });
    },
  });
  return (
    <Dialog title={texts.title} isOpen onClose={onClose} isDismissable={false}>
      <Form onSubmit={create.mutate} error={create.error}>
        <TextField
          name="customerEmail"
          label={texts.email}
          type="email"
          autoComplete="off"
          isRequired
          autoFocus
        />
        <AmountField name="amount.value" label={texts.amount} isRequired />
        <Select
          name="expiresInMinutes"
          label={texts.expires}
          defaultValue="1440"
          options={Object.entries(texts.durations)}
        />
        <SubmitActions onCancel={onClose} isPending={create.isPending}>
          {texts.submit}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}
