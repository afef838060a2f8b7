import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../api/client.ts";
import type { Passkey } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { ConfirmDialog, Dialog, SubmitActions } from "../components/layout/dialog.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form } from "../components/forms/form.tsx";
import { Icon } from "../components/values/icon.tsx";
import { MoreMenu } from "../components/layout/menu.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Section } from "../components/layout/section.tsx";
import { Time } from "../components/values/time.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { factorTexts } from "../texts/factors.ts";
import { words } from "../texts/words.ts";
import { factorsQuery } from "./factors-queries.ts";
import { PasskeyError } from "./passkey-error.tsx";
import { hasPasskeys, makePasskey, PasskeyFailed } from "./use-passkey.ts";
import "./factors.css";

const texts = factorTexts.passkeys;

/** The person's passkeys; `onCodes` is told of the recovery codes that a first one brings. */
export function Passkeys({ passkeys, onCodes }: { passkeys: Passkey[]; onCodes: (codes: string[]) => void }) {
  const [isAdding, setAdding] = useState(false);
  const [renamed, setRenamed] = useState<Passkey>();
  const [removed, setRemoved] = useState<Passkey>();
  const add = hasPasskeys() ? (
    <Button size="small" icon="plus" onPress={() => setAdding(true)}>
      {texts.add}
    </Button>
  ) : undefined;
  return (
    <Section title={texts.title} text={texts.text} actions={add}>
      {!hasPasskeys() && <Notice kind="info">{texts.unsupported}</Notice>}
      {passkeys.length === 0 ? (
        <p className="factors-facts">{texts.none}</p>
      ) : (
        <ul className="factors-list">
          {passkeys.map((passkey) => (
            <li key={passkey.reference}>
              <span className="factors-icon">
                <Icon name="key" />
              </span>
              <div className="factors-about">
                <p className="factors-name" dir="auto" translate="no">
                  {passkey.name}
                </p>
                <p className="factors-facts">
                  {passkey.isSynced ? texts.synced : texts.notSynced} · {texts.added}{" "}
                  <Time at={passkey.createdAt} isReal /> ·{" "}
                  {passkey.lastUsedAt === null ? (
                    texts.neverUsed
                  ) : (
                    <>
                      {texts.used} <Time at={passkey.lastUsedAt} isReal />
                    </>
                  )}
                </p>
              </div>
              <MoreMenu
                label={texts.moreOf(passkey.name)}
                items={[
                  { text: texts.rename, onAction: () => setRenamed(passkey) },
                  { text: texts.remove, icon: "trash", isDanger: true, onAction: () => setRemoved(passkey) },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      {isAdding && <AddPasskey onClose={() => setAdding(false)} onCodes={onCodes} />}
      {renamed && <RenamePasskey passkey={renamed} onClose={() => setRenamed(undefined)} />}
      {removed && <RemovePasskey passkey={removed} onClose={() => setRemoved(undefined)} />}
    </Section>
  );
}

function AddPasskey({ onClose, onCodes }: { onClose: () => void; onCodes: (codes: string[]) => void }) {
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: async (name: string) => {
      const credential = await makePasskey(await dataOf(api.POST("/passkeys/begin")));
      return dataOf(api.POST("/passkeys", { body: { name, credential } }));
    },
    onSuccess: async ({ recoveryCodes }) => {
      toast(texts.wasAdded);
      onClose();
      if (recoveryCodes !== null) onCodes(recoveryCodes);
      await queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey });
    },
  });
  const isBrowsers = add.error instanceof PasskeyFailed;
  return (
    <Dialog title={texts.add} isOpen onClose={onClose} isDismissable={false}>
      <p className="dialog-text">{texts.addText}</p>
      <Form error={isBrowsers ? null : add.error} onSubmit={({ name = "" }) => add.mutate(name)}>
        {isBrowsers && <PasskeyError error={add.error} failed={texts.failed} />}
        <TextField
          label={texts.name}
          description={texts.nameHint}
          name="name"
          defaultValue={texts.nameDefault}
          maxLength={60}
          isRequired
          autoFocus
        />
        <SubmitActions onCancel={onClose} isPending={add.isPending}>
          {texts.continue}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}

function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const rename = useMutation({
    mutationFn: (name: string) =>
      dataOf(
        api.PATCH("/passkeys/{reference}", {
          params: { path: { reference: passkey.reference } },
          body: { name },
        }),
      ),
    onSuccess: async () => {
      toast(texts.wasRenamed);
      onClose();
      await queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey });
    },
  });
  return (
    <Dialog title={texts.renameTitle} isOpen onClose={onClose}>
      <Form error={rename.error} onSubmit={({ name = "" }) => rename.mutate(name)}>
        <TextField
          label={texts.name}
          name="name"
          defaultValue={passkey.name}
          maxLength={60}
          isRequired
          autoFocus
        />
        <SubmitActions onCancel={onClose} isPending={rename.isPending}>
          {words.save}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST("/passkeys/{reference}/remove", { params: { path: { reference: passkey.reference } } }),
      ),
    onSuccess: async () => {
      toast(texts.wasRemoved);
      onClose();
      await queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey });
    },
  });
  return (
    <ConfirmDialog
      title={texts.removeTitle(passkey.name)}
      isOpen
      onClose={onClose}
      action={texts.remove}
      isDanger
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      {texts.removeText}
    </ConfirmDialog>
  );
}
