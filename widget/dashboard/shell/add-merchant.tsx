import { useMutation } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";
import { Dialog, SubmitActions } from "../components/layout/dialog.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form } from "../components/forms/form.tsx";
import { shellTexts } from "../texts/shell.ts";

const texts = shellTexts.merchant;

/** Adds a business of the person's own, and goes on there with its data alone. */
export function AddMerchant({ onClose }: { onClose: () => void }) {
  const add = useMutation({
    mutationFn: (businessName: string) => dataOf(api.POST("/merchants", { body: { businessName } })),
    onSuccess: () => window.location.assign("/dashboard/test"),
  });
  return (
    <Dialog title={texts.add} isOpen onClose={onClose} isDismissable={false}>
      <p className="dialog-text">{texts.addText}</p>
      <Form error={add.error} onSubmit={({ businessName = "" }) => add.mutate(businessName)}>
        <TextField label={texts.name} name="businessName" autoComplete="organization" isRequired autoFocus />
        <SubmitActions onCancel={onClose} isPending={add.isPending || add.isSuccess}>
          {texts.add}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}
