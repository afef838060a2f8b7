import { post, useChange } from "../api/change.ts";
import { TextField } from "../components/forms/fields.tsx";
import { FormDialog } from "../components/layout/dialog.tsx";

/** Adds a business of the person, and reloads with its data only. */
export function AddMerchant({ onClose }: { onClose: () => void }) {
  const add = useChange(
    ({ businessName = "" }: Record<string, string>) => post("/merchants", {}, { businessName }),
    {
      onDone: () => window.location.assign("/dashboard/test"),
    },
  );
  return (
    <FormDialog
      title="Add a business"
      submit="Add a business"
      text="It gets its own balances, keys and people, and starts in test mode."
      change={{ ...add, isPending: add.isPending || add.isSuccess }}
      onClose={onClose}
    >
      <TextField label="Business name" name="businessName" autoComplete="organization" isRequired autoFocus />
    </FormDialog>
  );
}
