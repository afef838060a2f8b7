import { useState } from "react";
import { patch, post, useChange } from "../api/change.ts";
import type { Passkey } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { ConfirmDialog, FormDialog } from "../components/layout/dialog.tsx";
import { MoreMenu } from "../components/layout/menu.tsx";
import { Section } from "../components/layout/section.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Icon } from "../components/values/icon.tsx";
import { Time } from "../components/values/time.tsx";
import { factorsQuery } from "./factors-queries.ts";
import { PasskeyError } from "./passkey-error.tsx";
import { hasPasskeys, makePasskey, PasskeyFailed } from "./use-passkey.ts";

const reload = [factorsQuery.queryKey];

/** The person's passkeys; `onCodes` gets the recovery codes that the first one brings. */
export function Passkeys({ passkeys, onCodes }: { passkeys: Passkey[]; onCodes: (codes: string[]) => void }) {
  const [isAdding, setAdding] = useState(false);
  const [renamed, setRenamed] = useState<Passkey>();
  const [removed, setRemoved] = useState<Passkey>();
  const add = hasPasskeys() && (
    <Button size="small" icon="plus" onPress={() => setAdding(true)}>
      Add a passkey
    </Button>
  );
  return (
    <Section
      title="Passkeys"
      text="Sign in with your fingerprint, face or device PIN. Passkeys can’t be phished or guessed."
      actions={add}
    >
      {!hasPasskeys() && (
        <Notice kind="info">
          This browser doesn’t support passkeys. Try a current Chrome, Safari, Edge or Firefox.
        </Notice>
      )}
      {passkeys.length === 0 ? (
        <p className="note">
          No passkeys yet. Adding one takes a minute and lets you sign in without a password.
        </p>
      ) : (
        <ul className="lines">
          {passkeys.map((passkey) => (
            <li key={passkey.reference}>
              <span className="mark tint-grey">
                <Icon name="key" />
              </span>
              <div className="fill">
                <p className="name truncate" dir="auto" translate="no">
                  {passkey.name}
                </p>
                <p className="note">
                  {passkey.isSynced ? "Synced across devices" : "On one device"} · Added{" "}
                  <Time at={passkey.createdAt} isReal /> ·{" "}
                  {passkey.lastUsedAt === null ? (
                    "Never used"
                  ) : (
                    <>
                      Last used <Time at={passkey.lastUsedAt} isReal />
                    </>
                  )}
                </p>
              </div>
              <MoreMenu
                label={`More for ${passkey.name}`}
                items={[
                  { text: "Rename", onAction: () => setRenamed(passkey) },
                  {
                    text: "Remove passkey",
                    icon: "trash",
                    isDanger: true,
                    onAction: () => setRemoved(passkey),
                  },
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
  const add = useChange(
    async ({ name = "" }: Record<string, string>) => {
      const credential = await makePasskey(await post("/passkeys/begin", {}));
      return post("/passkeys", {}, { name, credential });
    },
    {
      reload,
      done: "Passkey added",
      onDone: ({ recoveryCodes }) => {
        onClose();
        if (recoveryCodes !== null) onCodes(recoveryCodes);
      },
    },
  );
  const isBrowsers = add.error instanceof PasskeyFailed;
  return (
    <FormDialog
      title="Add a passkey"
      submit="Continue"
      text="Your browser will ask for your fingerprint, face or PIN."
      change={{ ...add, error: isBrowsers ? null : add.error }}
      onClose={onClose}
    >
      {isBrowsers && (
        <PasskeyError
          error={add.error}
          failed="No passkey was created. You may have canceled, or this device already has one of yours."
        />
      )}
      <TextField
        label="Name"
        description="A name you’ll recognise later, such as “Work laptop”."
        name="name"
        defaultValue="My device"
        maxLength={60}
        isRequired
        autoFocus
      />
    </FormDialog>
  );
}

type PasskeyProps = { passkey: Passkey; onClose: () => void };

function RenamePasskey({ passkey: { reference, name: before }, onClose }: PasskeyProps) {
  const rename = useChange(
    ({ name = "" }: Record<string, string>) => patch("/passkeys/{reference}", { reference }, { name }),
    { reload, done: "Passkey renamed", onDone: onClose },
  );
  return (
    <FormDialog title="Rename passkey" submit="Save" change={rename} onClose={onClose} isDismissable>
      <TextField label="Name" name="name" defaultValue={before} maxLength={60} isRequired autoFocus />
    </FormDialog>
  );
}

function RemovePasskey({ passkey: { reference, name }, onClose }: PasskeyProps) {
  const remove = useChange(() => post("/passkeys/{reference}/remove", { reference }), {
    reload,
    done: "Passkey removed",
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Remove “${name}”?`}
      action="Remove passkey"
      isDanger
      onClose={onClose}
      change={remove}
    >
      You won’t be able to sign in with it any more. Delete it from your device too, or the device will keep
      offering it.
    </ConfirmDialog>
  );
}
