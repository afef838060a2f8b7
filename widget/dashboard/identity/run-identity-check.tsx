import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useAttemptKey } from "../api/attempt-key.ts";
import { api, dataOf } from "../api/client.ts";
import { Dialog, SubmitActions } from "../components/layout/dialog.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form } from "../components/forms/form.tsx";
import { Select } from "../components/forms/select.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { identityTexts } from "../texts/identity.ts";

const texts = identityTexts.form;

/** Asks for a BVN or NIN and a phone number, and shows the result. Nothing of them is kept here. */
export function RunIdentityCheck({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [type, setType] = useState<"bvn" | "nin">("bvn");
  // Each check is charged.
  const attempt = useAttemptKey(`${environment}-identity-check`);
  const check = useMutation({
    mutationFn: (values: Record<string, string>) => {
      const params = { path: { environment }, header: { "Idempotency-Key": attempt.key } };
      // As it was pasted, with spaces, dashes and what cannot be seen.
      const number = values[type]!.replaceAll(/[\s\p{Cf}\p{Pd}]/gu, "");
      const phone = values["phone"]!.trim();
      return dataOf(
        type === "bvn"
          ? api.POST("/{environment}/kyc/bvn", { params, body: { bvn: number, phone } })
          : api.POST("/{environment}/kyc/nin", { params, body: { nin: number, phone } }),
      );
    },
    gcTime: 0,
    onSettled: (_checked, error) => attempt.settled(error),
    onSuccess: async ({ reference, verified }) => {
      await queryClient.invalidateQueries({ queryKey: [environment] });
      toast(verified ? texts.matched : texts.failed);
      await navigate({ to: "/$environment/identity-checks/$reference", params: { environment, reference } });
    },
  });
  return (
    <Dialog title={texts.title} isOpen onClose={onClose} isDismissable={false}>
      <Form onSubmit={check.mutate} error={check.error}>
        <Select
          label={texts.type}
          value={type}
          onChange={setType}
          options={Object.entries(identityTexts.types) as ["bvn" | "nin", string][]}
        />
        <TextField
          key={type}
          name={type}
          label={texts.number}
          description={texts.numberNote}
          inputMode="numeric"
          autoComplete="off"
          isCode
          isRequired
        />
        <TextField
          name="phone"
          label={texts.phone}
          description={texts.phoneNote}
          type="tel"
          autoComplete="off"
          isCode
          isRequired
        />
        <p className="field-description">{environment === "test" ? texts.test : texts.fee}</p>
        <SubmitActions onCancel={onClose} isPending={check.isPending}>
          {texts.submit}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}
