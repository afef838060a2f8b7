import { post, useChange } from "../api/change.ts";
import type { MemberRole } from "../api/types.ts";
import { TextField } from "../components/forms/fields.tsx";
import { FormDialog } from "../components/layout/dialog.tsx";
import { invitationsQuery } from "./members-queries.ts";
import { RoleSelect } from "./role-select.tsx";

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const invite = useChange((body: { email: string; role: MemberRole }) => post("/invitations", {}, body), {
    reload: [invitationsQuery.queryKey],
    done: (_invited, { email }) => `Invitation sent to ${email}`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Invite someone"
      submit="Send invitation"
      text="We’ll email them a link that works once and expires after seven days."
      change={invite}
      onSubmit={({ email = "", role }) => invite.mutate({ email, role: role as MemberRole })}
      onClose={onClose}
    >
      <TextField label="Email" name="email" type="email" autoComplete="off" isRequired autoFocus />
      <RoleSelect initial="viewer" />
    </FormDialog>
  );
}
