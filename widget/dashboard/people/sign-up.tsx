import { useMutation } from "@tanstack/react-query";
import { api } from "../api/client.ts";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form, FormActions } from "../components/forms/form.tsx";
import { Link } from "../components/layout/link.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { peopleTexts } from "../texts/people.ts";
import { CheckMail } from "./check-mail.tsx";
import { NewPasswordField } from "./new-password-field.tsx";

const { signUp: texts, checkMail, fields } = peopleTexts;

export function SignUp() {
  const signUp = useMutation({
    mutationFn: (body: { name: string; businessName: string; email: string; password: string }) =>
      api.POST("/sign-up", { body }),
  });
  if (signUp.isSuccess)
    return (
      <CheckMail
        title={checkMail.title}
        text={checkMail.text(signUp.variables.email)}
        hint={checkMail.signUpHint}
        onBack={() => signUp.reset()}
      />
    );
  return (
    <>
      <PageHeader title={texts.title} text={texts.text} />
      <Form
        error={signUp.error}
        onSubmit={({ name = "", businessName = "", email = "", password = "" }) =>
          signUp.mutate({ name, businessName, email, password })
        }
      >
        <TextField label={fields.name} name="name" autoComplete="name" isRequired autoFocus />
        <TextField label={fields.businessName} name="businessName" autoComplete="organization" isRequired />
        <TextField label={fields.email} name="email" type="email" autoComplete="username" isRequired />
        <NewPasswordField label={fields.password} name="password" />
        <FormActions>
          <Button kind="primary" type="submit" isPending={signUp.isPending}>
            {texts.submit}
          </Button>
        </FormActions>
      </Form>
      <p className="signed-out-foot">
        {texts.haveAccount} <Link to="/sign-in">{texts.signIn}</Link>
      </p>
    </>
  );
}
