import { useMutation } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form, FormActions } from "../components/forms/form.tsx";
import { Link } from "../components/layout/link.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { peopleTexts } from "../texts/people.ts";
import { CheckMail } from "./check-mail.tsx";

const texts = peopleTexts.requestReset;

export function RequestPasswordReset() {
  const request = useMutation({
    mutationFn: (email: string) => api.POST("/request-password-reset", { body: { email } }),
  });
  if (request.isSuccess)
    return (
      <CheckMail
        title={texts.sentTitle}
        text={texts.sentText(request.variables)}
        onBack={() => request.reset()}
      />
    );
  return (
    <>
      <PageHeader title={texts.title} text={texts.text} />
      <Form error={request.error} onSubmit={({ email = "" }) => request.mutate(email)}>
        <TextField
          label={peopleTexts.fields.email}
          name="email"
          type="email"
          autoComplete="username"
          isRequired
          autoFocus
        />
        <FormActions>
          <Button kind="primary" type="submit" isPending={request.isPending}>
            {texts.submit}
          </Button>
        </FormActions>
      </Form>
      <p className="signed-out-foot">
        <Link to="/sign-in">{texts.back}</Link>
      </p>
    </>
  );
}
