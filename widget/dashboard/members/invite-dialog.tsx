import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";
import type { MemberRole } from "../api/types.ts";
import { Dialog, SubmitActions } from "../components/layout/dialog.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form } from "../components/forms/form.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { memberTexts as texts } from "../texts/members.ts";
import { invitationsQuery } from "./members-queries.ts";
import { RoleSelect } from "./role-select.tsx";

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const invite = useMutation({
    mutationFn: (body: { email: string; role: MemberRole }) => dataOf(api.POST("/invitations", { body })),
    onSuccess: async (_invited, { email }) => {
      toast(texts.sent(email));
      onClose();
      await queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
    },
  });
  return (
    <Dialog title={texts.inviteTitle} isOpen onClose={onClose} isDismissable={false}>
      <p className="dialog-text">{texts.inviteText}</p>
      <Form
        error={invite.error}
        onSubmit={({ email = "", role }) => invite.mutate({ email, role: role as MemberRole })}
      >
        <TextField label={texts.email} name="email" type="email" autoComplete="off" isRequired autoFocus />
        <RoleSelect initial="viewer" />
        <SubmitActions onCancel={onClose} isPending={invite.isPending}>
          {texts.send}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}
