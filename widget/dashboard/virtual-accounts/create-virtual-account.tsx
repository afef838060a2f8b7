import { useNavigate } from "@tanstack/react-router";
import { useAttemptKey } from "../api/attempt-key.ts";
import { post, useChange } from "../api/change.ts";
import { AmountField, parseNaira } from "../components/forms/amount-field.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Select } from "../components/forms/select.tsx";
import { FormDialog } from "../components/layout/dialog.tsx";
import { useEnvironment } from "../shell/environment.ts";

/** By minutes. */
const durations = { 30: "30 minutes", 60: "1 hour", 1440: "1 day", 10080: "7 days" };

/** Takes a customer and an amount, and shows the new account. */
export function CreateVirtualAccount({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const attempt = useAttemptKey(`${environment}-virtual-account`);
  const create = useChange(
    (values: Record<string, string>) =>
      post(
        "/{environment}/virtual-accounts",
        { environment },
        {
          customerEmail: values["customerEmail"]!.trim(),
          amount: { value: parseNaira(values["amount.value"]!)!, currency: "NGN" },
          expiresInMinutes: Number(values["expiresInMinutes"]),
        },
        attempt.key(),
      ),
    {
      attempt,
      reload: [[environment]],
      done: ({ accountNumber }) => `Account ${accountNumber} is ready`,
      goOn: ({ reference }) =>
        navigate({ to: "/$environment/virtual-accounts/$reference", params: { environment, reference } }),
    },
  );
  return (
    <FormDialog title="Create a virtual account" submit="Create account" change={create} onClose={onClose}>
      <TextField
        name="customerEmail"
        label="Customer’s email"
        type="email"
        autoComplete="off"
        isRequired
        autoFocus
      />
      <AmountField name="amount.value" label="Amount" isRequired />
      <Select
        name="expiresInMinutes"
        label="Expires after"
        defaultValue="1440"
        options={Object.entries(durations)}
      />
    </FormDialog>
  );
}
