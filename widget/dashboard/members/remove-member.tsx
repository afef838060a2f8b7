import { useMutation, useQueries, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../api/client.ts";
import type { Member } from "../api/types.ts";
import { Checkbox } from "../components/forms/checkbox.tsx";
import { ConfirmDialog } from "../components/layout/dialog.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { nameOf } from "../keys/key-name.ts";
import { keysQuery } from "../keys/keys-queries.ts";
import { memberTexts as texts } from "../texts/members.ts";
import { membersQuery } from "./members-queries.ts";

/** Asks whether a member is to be removed, and which of the keys that they made go on working. */
export function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const queryClient = useQueryClient();
  const lists = useQueries({ queries: [keysQuery("live"), keysQuery("test")] });
  const made = lists
    .flatMap(({ data }) => data?.items ?? [])
    .filter(({ createdBy, status }) => createdBy === member.reference && status === "active");
  const [keepKeys, setKeepKeys] = useState<string[]>([]);
  const remove = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST("/members/{reference}/remove", {
          params: { path: { reference: member.reference } },
          body: { keepKeys },
        }),
      ),
    onSuccess: async () => {
      toast(texts.removed(member.name));
      onClose();
      await queryClient.invalidateQueries({ queryKey: membersQuery.queryKey });
      for (const { queryKey } of [keysQuery("live"), keysQuery("test")])
        await queryClient.invalidateQueries({ queryKey });
    },
  });
  const keep = (key: string, isKept: boolean) =>
    setKeepKeys((kept) => (isKept ? [...kept, key] : kept.filter((other) => other !== key)));
  return (
    <ConfirmDialog
      title={texts.removeTitle(member.name)}
      isOpen
      onClose={onClose}
      action={texts.remove}
      isDanger
      isPending={remove.isPending || lists.some(({ isLoading }) => isLoading)}
      error={remove.error ?? lists.find(({ error }) => error !== null)?.error}
      onConfirm={() => remove.mutate()}
    >
      <p>{texts.removeText}</p>
      {made.length > 0 && (
        <fieldset className="members-keys">
          <legend>{texts.keepKeys}</legend>
          {made.map((key) => (
            <Checkbox
              key={key.reference}
              label={texts.keepKey(nameOf(key))}
              description={texts.keyUse(key.scopes.length, key.lastUsedAt?.slice(0, 10))}
              isSelected={keepKeys.includes(key.reference)}
              onChange={(isKept) => keep(key.reference, isKept)}
            />
          ))}
        </fieldset>
      )}
    </ConfirmDialog>
  );
}
