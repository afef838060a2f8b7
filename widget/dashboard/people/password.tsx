import { useState } from "react";
import { post, useChange } from "../api/change.ts";
import { Button } from "../components/forms/button.tsx";
import { NewPasswordField, PasswordField } from "../components/forms/proof-fields.tsx";
import { FormDialog } from "../components/layout/dialog.tsx";
import { Section } from "../components/layout/section.tsx";
import { sessionsQuery } from "../sessions/sessions-query.ts";

/** Changes the password, which ends the other sessions. */
export function Password({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false);
  const open = (
    <Button size="small" onPress={() => setOpen(true)}>
      Change password
    </Button>
  );
  return (
    <Section title="Password" text="A new password signs you out everywhere else." actions={open}>
      {isOpen && <ChangePassword email={email} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function ChangePassword({ email, onClose }: { email: string; onClose: () => void }) {
  const change = useChange(
    ({ current = "", new: chosen = "" }: Record<string, string>) =>
      post("/change-password", {}, { current, new: chosen }),
    {
      reload: [sessionsQuery.queryKey],
      done: "Password changed. You’ve been signed out everywhere else.",
      onDone: onClose,
      // No cache keeps the passwords.
      gcTime: 0,
    },
  );
  return (
    <FormDialog title="Change password" submit="Save password" change={change} onClose={onClose}>
      {/* So that password managers know whose password it is. */}
      <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
      <PasswordField label="Current password" name="current" autoFocus />
      <NewPasswordField label="New password" name="new" />
    </FormDialog>
  );
}
