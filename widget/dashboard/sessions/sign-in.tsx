import { useMutation } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { api, dataOf } from "../api/client.ts";
import { nextOfHash, safeNext } from "../api/sign-in-path.ts";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form, FormActions } from "../components/forms/form.tsx";
import { Link } from "../components/layout/link.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { factorTexts } from "../texts/factors.ts";
import { peopleTexts } from "../texts/people.ts";
import { CheckMail } from "../people/check-mail.tsx";
import { enterDashboard } from "./enter-dashboard.ts";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { SecondFactor } from "./second-factor.tsx";

const texts = peopleTexts.signIn;

export function SignIn() {
  const [email, setEmail] = useState("");
  const { next: inSearch, ended } = useSearch({ strict: false }) as { next?: string; ended?: string };
  const [next] = useState(() => nextOfHash(window.location.hash) ?? inSearch);
  const enter = () => enterDashboard(safeNext(next));
  const signIn = useMutation({
    mutationFn: async (body: { email: string; password: string }) => {
      const step = await dataOf(api.POST("/sign-in", { body }));
      if (step.next === "done") await enter();
      return step;
    },
  });
  const resend = useMutation({
    mutationFn: (address: string) => dataOf(api.POST("/resend-verification", { body: { email: address } })),
  });
  if (resend.isSuccess)
    return (
      <CheckMail
        title={texts.resentTitle}
        text={texts.resentText(resend.variables)}
        onBack={() => {
          resend.reset();
          signIn.reset();
        }}
      />
    );
  const isUnconfirmed = signIn.error instanceof ApiError && signIn.error.code === "STATE_CONFLICT";
  if (signIn.data?.next === "second_factor")
    return <SecondFactor factors={signIn.data.factors} onDone={enter} />;
  return (
    <>
      <PageHeader title={texts.title} text={ended === undefined ? texts.text : undefined} />
      {ended !== undefined && signIn.isIdle && <Notice>{texts.ended}</Notice>}
      <Form
        error={resend.error ?? signIn.error}
        onSubmit={({ password = "" }) => signIn.mutate({ email, password })}
      >
        <TextField
          label={peopleTexts.fields.email}
          name="email"
          type="email"
          value={email}
          onChange={setEmail}
          autoComplete="username"
          isRequired
          autoFocus
        />
        <TextField
          label={peopleTexts.fields.password}
          name="password"
          type="password"
          autoComplete="current-password"
          isRequired
        />
        <Link to="/request-password-reset" className="signed-out-beside">
          {texts.forgot}
        </Link>
        <FormActions>
          <Button kind="primary" type="submit" isPending={signIn.isPending || signIn.isSuccess}>
            {texts.submit}
          </Button>
          {isUnconfirmed && (
            <Button isPending={resend.isPending} onPress={() => resend.mutate(email)}>
              {texts.resend}
            </Button>
          )}
        </FormActions>
      </Form>
      <p className="factors-or">{factorTexts.signIn.or}</p>
      <PasskeySignIn onDone={enter} />
      <p className="signed-out-foot">
        {texts.noAccount} <Link to="/sign-up">{texts.signUp}</Link>
      </p>
    </>
  );
}
