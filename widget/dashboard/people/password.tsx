import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../api/client.ts";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form, FormActions } from "../components/forms/form.tsx";
import { Card, Section } from "../components/layout/section.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { peopleTexts } from "../texts/people.ts";
import { sessionsQuery } from "../sessions/sessions-query.ts";
import { NewPasswordField } from "./new-password-field.tsx";

const { fields } = peopleTexts;
const { password: texts } = peopleTexts.account;

/** Changes the password, which ends the other sessions. */
export function Password({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const change = useMutation({
    mutationFn: (body: { current: string; new: string }) => dataOf(api.POST("/change-password", { body })),
    onSuccess: () => {
      setOpen(false);
      toast(texts.changed);
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  const open = () => {
    change.reset();
    setOpen(true);
  };
  return (
    <Section
      title={texts.title}
      text={texts.text}
      actions={
        !isOpen && (
          <Button size="small" onPress={open}>
            {texts.change}
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
              label={texts.current}
              name="current"
              type="password"
              autoComplete="current-password"
              isRequired
              autoFocus
            />
            <NewPasswordField label={fields.newPassword} name="new" />
            <FormActions>
              <Button kind="primary" type="submit" isPending={change.isPending}>
                {texts.submit}
              </Button>
              <Button kind="quiet" onPress={() => setOpen(false)}>
                {texts.cancel}
              </Button>
            </FormActions>
          </Form>
        </Card>
      )}
    </Section>
  );
}
