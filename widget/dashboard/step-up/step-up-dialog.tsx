import { useMutation, useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";
import { loadPart } from "../api/load-part.ts";
import type { StepUpProof } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { Dialog, DialogActions, SubmitActions } from "../components/layout/dialog.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form } from "../components/forms/form.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { ErrorState, Skeleton } from "../components/messages/states.tsx";
import { factorsQuery } from "../factors/factors-queries.ts";
import { factorTexts } from "../texts/factors.ts";
import { words } from "../texts/words.ts";
import "../factors/factors.css";

const texts = factorTexts.stepUp;

/**
 * Asks for a fresh proof of who is there; tells whether it was given. It asks for the strongest that the person
 * has: a passkey or the app's code; the password where there is neither.
 */
export function StepUpDialog({ onDone }: { onDone: (isProven: boolean) => void }) {
  const factors = useQuery(factorsQuery);
  const prove = useMutation({
    mutationFn: (body: StepUpProof) => dataOf(api.POST("/step-up", { body })),
    onSuccess: () => onDone(true),
  });
  const cancel = () => onDone(false);
  return (
    <Dialog title={texts.title} isOpen onClose={cancel}>
      <p className="dialog-text">{texts.text}</p>
      {factors.data === undefined ? (
        factors.isError ? (
          <ErrorState error={factors.error} onRetry={() => void factors.refetch()} />
        ) : (
          <Skeleton width={24} />
        )
      ) : (
        <Proofs
          hasPasskey={factors.data.passkeys.length > 0}
          hasCode={factors.data.totpSince !== null}
          prove={prove}
          onCancel={cancel}
        />
      )}
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
      prove.mutate({ credential: await signWithPasskey(await dataOf(api.POST("/step-up/passkey"))) });
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
      {texts.passkey}
    </Button>
  );
  const failed = passkey.isError && <Notice kind="warning">{texts.failed}</Notice>;
  if (!hasFields)
    return (
      <Form error={prove.error} onSubmit={() => passkey.mutate()}>
        {failed}
        <DialogActions>
          <Button onPress={onCancel}>{words.cancel}</Button>
          {passkeyButton}
        </DialogActions>
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
          <p className="factors-or">{texts.or}</p>
        </>
      )}
      {hasCode ? (
        <TextField
          label={texts.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          isCode
          isRequired
          autoFocus
        />
      ) : (
        <TextField
          label={texts.password}
          name="password"
          type="password"
          autoComplete="current-password"
          isRequired
          autoFocus
        />
      )}
      <SubmitActions onCancel={onCancel} isPending={prove.isPending}>
        {texts.confirm}
      </SubmitActions>
    </Form>
  );
}
