import { useMutation } from "@tanstack/react-query";
import { post } from "../api/change.ts";
import { TextField } from "../components/forms/fields.tsx";
import { Form, Submit } from "../components/forms/form.tsx";
import { Link } from "../components/layout/link.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { CheckMail } from "./check-mail.tsx";

export function RequestPasswordReset() {
  const request = useMutation({
    mutationFn: (email: string) => post("/request-password-reset", {}, { email }),
  });
  if (request.isSuccess)
    return (
      <CheckMail
        text={`If ${request.variables} has an account, a link is on its way.`}
        onBack={() => request.reset()}
      />
    );
  return (
    <>
      <PageHeader title="Reset your password" text="We’ll email you a link to choose a new one." />
      <Form error={request.error} onSubmit={({ email = "" }) => request.mutate(email)}>
        <TextField label="Email" name="email" type="email" autoComplete="username" isRequired autoFocus />
        <Submit change={request}>Send link</Submit>
      </Form>
      <p className="signed-out-foot">
        <Link to="/sign-in">Back to sign in</Link>
      </p>
    </>
  );
}
