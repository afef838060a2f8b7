import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { post } from "../api/change.ts";
import { ApiError } from "../api/api-error.ts";
import { Form, Submit } from "../components/forms/form.tsx";
import { NewPasswordField } from "../components/forms/proof-fields.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { readMailToken } from "./mail-token.ts";

/** The page of the email's link. */
export function ResetPassword() {
  const [token] = useState(readMailToken);
  const reset = useMutation({
    mutationFn: (password: string) => post("/reset-password", {}, { token, password }),
  });
  if (reset.isSuccess)
    return (
      <>
        <PageHeader
          title="Password changed"
          text="You’ve been signed out everywhere else. Sign in with your new password."
        />
        <ButtonLink kind="primary" to="/sign-in">
          Sign in
        </ButtonLink>
      </>
    );
  if (token === "" || (reset.error instanceof ApiError && "token" in reset.error.details))
    return (
      <>
        <PageHeader
          title="This link no longer works"
          text="It was already used, has expired, or wasn’t copied in full."
        />
        <ButtonLink kind="primary" to="/request-password-reset">
          Get another link
        </ButtonLink>
      </>
    );
  return (
    <>
      <PageHeader title="Choose a new password" />
      <Form error={reset.error} onSubmit={({ password = "" }) => reset.mutate(password)}>
        <NewPasswordField label="New password" name="password" autoFocus />
        <Submit change={reset}>Save password</Submit>
      </Form>
    </>
  );
}
