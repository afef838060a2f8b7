import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../api/client.ts";
import type { ApiKey, ApiKeyWithSecret } from "../api/types.ts";
import { ConfirmDialog, Dialog, SubmitActions } from "../components/layout/dialog.tsx";
import { Form } from "../components/forms/form.tsx";
import { Select } from "../components/forms/select.tsx";
import { Time } from "../components/values/time.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { keyTexts as texts } from "../texts/keys.ts";
import { words } from "../texts/words.ts";
import { nameOf } from "./key-name.ts";
import { linesOf, wrongLine } from "./network-list.ts";
import { NetworksField } from "./networks-field.tsx";

type Props = { apiKey: ApiKey; onClose: () => void };

/** Runs a change of a key, and reads the list again. */
function useChange<Variables, Data>(
  run: (variables: Variables) => Promise<Data>,
  onDone: (data: Data) => void,
) {
  const environment = useEnvironment();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (data) => {
      void queryClient.invalidateQueries({ queryKey: [environment, "keys"] });
      onDone(data);
    },
  });
}

/** Asks for the overlap, and gives a key a successor. */
export function RotateKey({
  apiKey,
  onClose,
  onRotated,
}: Props & { onRotated: (key: ApiKeyWithSecret) => void }) {
  const path = { environment: useEnvironment(), reference: apiKey.reference };
  const [overlap, setOverlap] = useState("24");
  const rotate = useChange(
    () =>
      dataOf(
        api.POST("/{environment}/keys/{reference}/rotate", {
          params: { path },
          body: { overlapHours: Number(overlap) as 0 | 1 | 24 | 72 },
        }),
      ),
    onRotated,
  );
  return (
    <Dialog title={texts.rotate.title} isOpen onClose={onClose}>
      <Form onSubmit={() => rotate.mutate(undefined)} error={rotate.error}>
        <div className="dialog-text">{texts.rotate.text}</div>
        <Select
          label={texts.rotate.overlap}
          value={overlap}
          onChange={setOverlap}
          options={Object.entries(texts.rotate.overlaps)}
        />
        <SubmitActions onCancel={onClose} isPending={rotate.isPending}>
          {texts.rotate.confirm}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}

/** Sets the networks that a key may be used from. */
export function EditNetworks({ apiKey, onClose }: Props) {
  const path = { environment: useEnvironment(), reference: apiKey.reference };
  const [networks, setNetworks] = useState(apiKey.allowedCidrs.join("\n"));
  const save = useChange(
    () =>
      dataOf(
        api.PATCH("/{environment}/keys/{reference}", {
          params: { path },
          body: { allowedCidrs: linesOf(networks) },
        }),
      ),
    () => {
      toast(texts.edit.done);
      onClose();
    },
  );
  return (
    <Dialog title={texts.edit.title} isOpen onClose={onClose} isDismissable={false}>
      <Form onSubmit={() => save.mutate(undefined)} error={save.error}>
        <NetworksField value={networks} onChange={setNetworks} />
        <SubmitActions
          onCancel={onClose}
          isPending={save.isPending}
          isDisabled={wrongLine(linesOf(networks)) !== undefined}
        >
          {words.save}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}

/** Asks, and makes a key useless. */
export function RevokeKey({ apiKey, onClose }: Props) {
  const path = { environment: useEnvironment(), reference: apiKey.reference };
  const revoke = useChange(
    () => dataOf(api.POST("/{environment}/keys/{reference}/revoke", { params: { path } })),
    () => {
      toast(texts.revoke.done);
      onClose();
    },
  );
  return (
    <ConfirmDialog
      title={texts.revoke.title(nameOf(apiKey))}
      isOpen
      onClose={onClose}
      action={texts.revoke.confirm}
      isDanger
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate(undefined)}
    >
      {texts.revoke.text}
      {apiKey.lastUsedAt !== undefined && (
        <>
          {" "}
          {texts.revoke.lastUsed} <Time at={apiKey.lastUsedAt} isReal />.
        </>
      )}
    </ConfirmDialog>
  );
}
