import { useState } from "react";
import { patch, post, useChange } from "../api/change.ts";
import { sessionKey } from "../api/query-client.ts";
import type { Member, MemberRole } from "../api/types.ts";
import { TextField } from "../components/forms/fields.tsx";
import { Select } from "../components/forms/select.tsx";
import { ConfirmDialog, FormDialog } from "../components/layout/dialog.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { invitationsQuery, membersQuery } from "./members-queries.ts";
import { roleTexts } from "./roles.ts";

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const invite = useChange(
    ({ email = "", role }: Record<string, string>) =>
      post("/invitations", {}, { email, role: role as MemberRole }),
    {
      reload: [invitationsQuery.queryKey],
      done: (_invited, { email }) => `Invitation sent to ${email}`,
      onDone: onClose,
    },
  );
  return (
    <FormDialog
      title="Invite someone"
      submit="Send invitation"
      text="We’ll email them a link that works once and expires after seven days."
      change={invite}
      onClose={onClose}
    >
      <TextField label="Email" name="email" type="email" autoComplete="off" isRequired autoFocus />
      <RoleSelect initial="viewer" />
    </FormDialog>
  );
}

type ChangeRoleProps = { member: Member; isYou: boolean; onClose: () => void };

export function ChangeRole({ member, isYou, onClose }: ChangeRoleProps) {
  const change = useChange(
    ({ role }: Record<string, string>) =>
      patch("/members/{reference}", { reference: member.reference }, { role: role as MemberRole }),
    {
      reload: [membersQuery.queryKey, ...(isYou ? [sessionKey] : [])],
      done: ({ role }) => `${member.name} is now ${roleTexts[role].name.toLowerCase()}`,
      onDone: onClose,
    },
  );
  return (
    <FormDialog
      title={`Role of ${member.name}`}
      submit="Save role"
      change={change}
      onClose={onClose}
      isDismissable
    >
      <RoleSelect initial={member.role} />
      {isYou ? (
        <Notice kind="warning">This is your own role. You may not be able to change it back.</Notice>
      ) : (
        <p className="soft">They’ll be signed out here, and sign in again with the new role.</p>
      )}
    </FormDialog>
  );
}

export function LeaveMerchant({ onClose }: { onClose: () => void }) {
  // A full page load: nothing of the business stays in memory.
  const leave = useChange(() => post("/members/leave", {}), {
    onDone: () => window.location.assign("/dashboard"),
  });
  return (
    <ConfirmDialog
      title="Leave this business?"
      action="Leave this business"
      isDanger
      onClose={onClose}
      change={{ ...leave, isPending: leave.isPending || leave.isSuccess }}
    >
      You’ll lose access, and only an owner can invite you back. API keys you created keep working; we’ll tell
      the owners which ones.
    </ConfirmDialog>
  );
}

const roles = Object.keys(roleTexts) as MemberRole[];

/** A role, with its permissions. Its name in a form is `role`. */
function RoleSelect({ initial }: { initial: MemberRole }) {
  const [role, setRole] = useState(initial);
  return (
    <Select
      label="Role"
      name="role"
      value={role}
      onChange={setRole}
      options={roles.map((each) => [each, roleTexts[each].name] as const)}
      description={roleTexts[role].text}
    />
  );
}
