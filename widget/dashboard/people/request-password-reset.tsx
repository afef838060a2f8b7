import { useMutation } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { TextField } from "../components/fields.tsx";
import { Form, FormActions } from "../components/form.tsx";
import { Link } from "../components/link.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { peopleTexts } from "../texts/people.ts";
import { CheckMail } from "./check-mail.tsx";

const texts = peopleTexts.requestReset;

export function RequestPasswordReset() {
  const request = useMutation({
    mutationFn: (email: string) => api.POST("/request-password-reset", { body: { email } }),
  });
  if (request.isSuccess)
    return <CheckMail title={texts.sentTitle} text={texts.sentText(request.variables)} />;
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
      <p className="door-foot">
        <Link to="/sign-in">{texts.back}</Link>
      </p>
    </>
  );
}
