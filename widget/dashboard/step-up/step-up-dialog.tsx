import { useMutation, useQuery } from "@tanstack/react-query";
import { loadPart } from "../api/load-part.ts";
import { post } from "../api/change.ts";
import type { StepUpProof } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { Dialog, SubmitActions } from "../components/layout/dialog.tsx";
import { CodeField, PasswordField } from "../components/forms/proof-fields.tsx";
import { Actions, Form } from "../components/forms/form.tsx";
import { Loaded } from "../components/messages/loaded.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { factorsQuery } from "../factors/factors-queries.ts";

/**
 * A step-up; reports whether it succeeded. It takes the person's strongest factor: a passkey or the app's code, or else
 * the password.
 */
export function StepUpDialog({ onDone }: { onDone: (isProven: boolean) => void }) {
  const factors = useQuery(factorsQuery);
  const prove = useMutation({
    mutationFn: (body: StepUpProof) => post("/step-up", {}, body),
    onSuccess: () => onDone(true),
  });
  const cancel = () => onDone(false);
  return (
    <Dialog title="Confirm it’s you" onClose={cancel}>
      <p className="soft">
        This is a sensitive action, so we need to confirm it’s you. We won’t ask again for ten minutes.
      </p>
      <Loaded query={factors} width={24}>
        {({ passkeys, totpSince }) => (
          <Proofs
            hasPasskey={passkeys.length > 0}
            hasCode={totpSince !== null}
            prove={prove}
            onCancel={cancel}
          />
        )}
      </Loaded>
    </Dialog>
  );
}

type ProofsProps = {
  hasPasskey: boolean;
  hasCode: boolean;
  prove: { mutate: (body: StepUpProof) => void; error: Error | null; isPending: boolean };
  onCancel: () => void;
};

function Proofs({ hasPasskey, hasCode, prove, onCancel }: ProofsProps) {
  // Loaded only for people with a passkey, because this dialog is part of every first visit.
  const passkey = useMutation({
    mutationFn: async () => {
      const { signWithPasskey } = await loadPart(() => import("../factors/use-passkey.ts"));
      prove.mutate({ credential: await signWithPasskey(await post("/step-up/passkey", {})) });
    },
  });
  const hasFields = hasCode || !hasPasskey;
  const passkeyButton = (
    <Button
      kind={hasFields ? "secondary" : "primary"}
      icon="key"
      isPending={passkey.isPending}
      onPress={() => passkey.mutate()}
      autoFocus={!hasFields}
    >
      Use a passkey
    </Button>
  );
  const failed = passkey.isError && (
    <Notice kind="warning">That didn’t work. If you canceled, try again.</Notice>
  );
  if (!hasFields)
    return (
      <Form error={prove.error} onSubmit={() => passkey.mutate()}>
        {failed}
        <Actions>
          <Button onPress={onCancel}>Cancel</Button>
          {passkeyButton}
        </Actions>
      </Form>
    );
  return (
    <Form
      error={prove.error}
      onSubmit={({ code, password }) => prove.mutate(hasCode ? { code } : { password })}
    >
      {failed}
      {hasPasskey && (
        <>
          {passkeyButton}
          <p className="or note">or</p>
        </>
      )}
      {hasCode ? (
        <CodeField label="Code from your authenticator app" />
      ) : (
        <PasswordField label="Password" autoFocus />
      )}
      <SubmitActions onCancel={onCancel} isPending={prove.isPending}>
        Confirm
      </SubmitActions>
    </Form>
  );
}
