import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";
import { sessionQuery } from "../api/session.ts";
import type { Member, MemberRole } from "../api/types.ts";
import { ConfirmDialog, Dialog, SubmitActions } from "../components/layout/dialog.tsx";
import { Form } from "../components/forms/form.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { memberTexts as texts, roleTexts } from "../texts/members.ts";
import { membersQuery } from "./members-queries.ts";
import { RoleSelect } from "./role-select.tsx";

export function ChangeRole({
  member,
  isYou,
  onClose,
}: {
  member: Member;
  isYou: boolean;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (role: MemberRole) =>
      dataOf(
        api.PATCH("/members/{reference}", {
          params: { path: { reference: member.reference } },
          body: { role },
        }),
      ),
    onSuccess: async ({ role }) => {
      toast(texts.roleChanged(member.name, roleTexts[role].name));
      onClose();
      await queryClient.invalidateQueries({ queryKey: membersQuery.queryKey });
      if (isYou) await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  return (
    <Dialog title={texts.roleTitle(member.name)} isOpen onClose={onClose}>
      <Form error={change.error} onSubmit={({ role }) => change.mutate(role as MemberRole)}>
        <RoleSelect initial={member.role} />
        {isYou ? (
          <Notice kind="warning">{texts.ownRoleNote}</Notice>
        ) : (
          <p className="dialog-text">{texts.roleNote}</p>
        )}
        <SubmitActions onCancel={onClose} isPending={change.isPending}>
          {texts.save}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}

export function LeaveMerchant({ onClose }: { onClose: () => void }) {
  const leave = useMutation({
    mutationFn: () => dataOf(api.POST("/members/leave")),
    // A load of its own: nothing of the business is left in memory.
    onSuccess: () => window.location.assign("/dashboard"),
  });
  return (
    <ConfirmDialog
      title={texts.leaveTitle}
      isOpen
      onClose={onClose}
      action={texts.leave}
      isDanger
      isPending={leave.isPending || leave.isSuccess}
      error={leave.error}
      onConfirm={() => leave.mutate()}
    >
      {texts.leaveText}
    </ConfirmDialog>
  );
}
