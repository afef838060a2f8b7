import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { post } from "../api/change.ts";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form, FormActions } from "../components/forms/form.tsx";
import { NewPasswordField } from "../components/forms/password-field.tsx";
import { Card, Section } from "../components/layout/section.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { sessionsQuery } from "../sessions/sessions-query.ts";

/** Changes the password, which ends the other sessions. */
export function Password({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const change = useMutation({
    mutationFn: (body: { current: string; new: string }) => post("/change-password", {}, body),
    onSuccess: () => {
      setOpen(false);
      toast("Password changed. You’ve been signed out everywhere else.");
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  const open = () => {
    change.reset();
    setOpen(true);
  };
  return (
    <Section
      title="Password"
      text="A new password signs you out everywhere else."
      actions={
        !isOpen && (
          <Button size="small" onPress={open}>
            Change password
          </Button>
        )
      }
    >
      {isOpen && (
        <Card>
          <Form
            error={change.error}
            onSubmit={({ current = "", new: chosen = "" }) => change.mutate({ current, new: chosen })}
          >
            {/* So that password managers know whose password it is. */}
            <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
            <TextField
              label="Current password"
              name="current"
              type="password"
              autoComplete="current-password"
              isRequired
              autoFocus
            />
            <NewPasswordField label="New password" name="new" />
            <FormActions>
              <Button kind="primary" type="submit" isPending={change.isPending}>
                Save password
              </Button>
              <Button kind="quiet" onPress={() => setOpen(false)}>
                Cancel
              </Button>
            </FormActions>
          </Form>
        </Card>
      )}
    </Section>
  );
}
