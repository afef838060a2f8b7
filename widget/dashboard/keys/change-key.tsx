import { useState } from "react";
import { patch, post, useChange } from "../api/change.ts";
import type { ApiKey, ApiKeyWithSecret } from "../api/types.ts";
import { ConfirmDialog, FormDialog } from "../components/layout/dialog.tsx";
import { Time } from "../components/values/time.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { nameOf } from "./key-name.ts";
import { keysQuery } from "./keys-queries.ts";
import { linesOf, wrongLine } from "./network-list.ts";
import { NetworksField } from "./networks-field.tsx";
import { RotateDialog, type Overlap } from "./rotate-dialog.tsx";

type Props = { apiKey: ApiKey; onClose: () => void };

/** Rotates a key, after choosing the overlap. */
export function RotateKey({
  apiKey,
  onClose,
  onRotated,
}: Props & { onRotated: (key: ApiKeyWithSecret) => void }) {
  const environment = useEnvironment();
  const path = { environment, reference: apiKey.reference };
  const rotate = useChange(
    (overlap: Overlap) => post("/{environment}/keys/{reference}/rotate", path, overlap),
    { reload: [keysQuery(environment).queryKey], onDone: onRotated },
  );
  return (
    <RotateDialog
      what="key"
      text="We’ll create a new key with the same permissions. Both keys work during the overlap, so you can update your servers one by one."
      change={rotate}
      onClose={onClose}
    />
  );
}

/** Sets the networks from which a key may be used. */
export function EditNetworks({ apiKey, onClose }: Props) {
  const environment = useEnvironment();
  const [networks, setNetworks] = useState(apiKey.allowedCidrs.join("\n"));
  const lines = linesOf(networks);
  const path = { environment, reference: apiKey.reference };
  const save = useChange(() => patch("/{environment}/keys/{reference}", path, { allowedCidrs: lines }), {
    reload: [keysQuery(environment).queryKey],
    done: "IP addresses saved",
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Allowed IP addresses"
      submit="Save"
      change={{ ...save, mutate: () => save.mutate() }}
      isDisabled={wrongLine(lines) !== undefined}
      onClose={onClose}
    >
      <NetworksField value={networks} onChange={setNetworks} />
    </FormDialog>
  );
}

/** Revokes a key, after a confirmation. */
export function RevokeKey({ apiKey, onClose }: Props) {
  const environment = useEnvironment();
  const revoke = useChange(
    () => post("/{environment}/keys/{reference}/revoke", { environment, reference: apiKey.reference }),
    {
      reload: [keysQuery(environment).queryKey],
      done: "Key revoked",
      onDone: onClose,
    },
  );
  return (
    <ConfirmDialog
      title={`Revoke ${nameOf(apiKey)}?`}
      action="Revoke key"
      isDanger
      onClose={onClose}
      change={revoke}
    >
      This key will stop working immediately. You can’t undo this.
      {apiKey.lastUsedAt !== undefined && (
        <>
          {" "}
          Last used <Time at={apiKey.lastUsedAt} isReal />.
        </>
      )}
    </ConfirmDialog>
  );
}
