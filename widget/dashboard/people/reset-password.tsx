import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { api } from "../api/client.ts";
import { Button } from "../components/forms/button.tsx";
import { Form, FormActions } from "../components/forms/form.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { peopleTexts } from "../texts/people.ts";
import { readMailToken } from "./mail-token.ts";
import { NewPasswordField } from "./new-password-field.tsx";

const { reset: texts, fields } = peopleTexts;

/** Where the link of the mail leads. */
export function ResetPassword() {
  const [token] = useState(readMailToken);
  const reset = useMutation({
    mutationFn: (password: string) => api.POST("/reset-password", { body: { token, password } }),
  });
  if (reset.isSuccess)
    return (
      <>
        <PageHeader title={texts.doneTitle} text={texts.doneText} />
        <ButtonLink kind="primary" to="/sign-in">
          {texts.signIn}
        </ButtonLink>
      </>
    );
  if (token === "" || (reset.error instanceof ApiError && "token" in reset.error.details))
    return (
      <>
        <PageHeader title={texts.failedTitle} text={texts.failedText} />
        <ButtonLink kind="primary" to="/request-password-reset">
          {texts.again}
        </ButtonLink>
      </>
    );
  return (
    <>
      <PageHeader title={texts.title} />
      <Form error={reset.error} onSubmit={({ password = "" }) => reset.mutate(password)}>
        <NewPasswordField label={fields.newPassword} name="password" autoFocus />
        <FormActions>
          <Button kind="primary" type="submit" isPending={reset.isPending}>
            {texts.submit}
          </Button>
        </FormActions>
      </Form>
    </>
  );
}
