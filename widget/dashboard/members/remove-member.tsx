import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { post, useChange } from "../api/change.ts";
import type { ApiKey, Member } from "../api/types.ts";
import { Checkbox } from "../components/forms/checkbox.tsx";
import { ConfirmDialog } from "../components/layout/dialog.tsx";
import { Time } from "../components/values/time.tsx";
import { nameOf } from "../keys/key-name.ts";
import { keysQuery } from "../keys/keys-queries.ts";
import { membersQuery } from "./members-queries.ts";

const keyQueries = [keysQuery("live"), keysQuery("test")];

/** Removes a member, after choosing which of their keys keep working. */
export function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const lists = useQueries({ queries: keyQueries });
  const made = lists
    .flatMap(({ data }) => data ?? [])
    .filter(({ createdBy, status }) => createdBy === member.reference && status === "active");
  const [keepKeys, setKeepKeys] = useState<string[]>([]);
  const remove = useChange(
    () => post("/members/{reference}/remove", { reference: member.reference }, { keepKeys }),
    {
      reload: [membersQuery, ...keyQueries].map(({ queryKey }) => queryKey),
      done: `${member.name} was removed`,
      onDone: onClose,
    },
  );
  const keep = (key: string, isKept: boolean) =>
    setKeepKeys((kept) => (isKept ? [...kept, key] : kept.filter((other) => other !== key)));
  return (
    <ConfirmDialog
      title={`Remove ${member.name}?`}
      action="Remove from business"
      isDanger
      onClose={onClose}
      change={{
        ...remove,
        isPending: remove.isPending || lists.some(({ isLoading }) => isLoading),
        error: remove.error ?? lists.find(({ error }) => error !== null)?.error ?? null,
      }}
    >
      <p>They’ll lose access immediately. API keys they created will be revoked.</p>
      {made.length > 0 && (
        <fieldset className="stack">
          <legend>Keys they created. Select the ones to keep; they may still have copies.</legend>
          {made.map((key) => (
            <Checkbox
              key={key.reference}
              label={`Keep ${nameOf(key)}`}
              description={<Uses apiKey={key} />}
              isSelected={keepKeys.includes(key.reference)}
              onChange={(isKept) => keep(key.reference, isKept)}
            />
          ))}
        </fieldset>
      )}
    </ConfirmDialog>
  );
}

function Uses({ apiKey: { scopes, lastUsedAt } }: { apiKey: ApiKey }) {
  return (
    <>
      {scopes.length} {scopes.length === 1 ? "permission" : "permissions"},{" "}
      {lastUsedAt === undefined ? (
        "never used"
      ) : (
        <>
          last used <Time at={lastUsedAt} isReal />
        </>
      )}
    </>
  );
}
