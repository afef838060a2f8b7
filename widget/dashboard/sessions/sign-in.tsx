import { useMutation } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { post } from "../api/change.ts";
import { nextOfHash, safeNext } from "../api/sign-in-path.ts";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Actions, Form } from "../components/forms/form.tsx";
import { PasswordField } from "../components/forms/proof-fields.tsx";
import { Link } from "../components/layout/link.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { CheckMail } from "../people/check-mail.tsx";
import { enterDashboard } from "./enter-dashboard.ts";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import { SecondFactor } from "./second-factor.tsx";

export function SignIn() {
  const [email, setEmail] = useState("");
  const { next: inSearch, ended } = useSearch({ strict: false }) as { next?: string; ended?: string };
  const [next] = useState(() => nextOfHash(window.location.hash) ?? inSearch);
  const enter = () => enterDashboard(safeNext(next));
  const signIn = useMutation({
    mutationFn: async (body: { email: string; password: string }) => {
      const step = await post("/sign-in", {}, body);
      if (step.next === "done") await enter();
      return step;
    },
  });
  const resend = useMutation({
    mutationFn: (address: string) => post("/resend-verification", {}, { email: address }),
  });
  if (resend.isSuccess)
    return (
      <CheckMail
        text={`If ${resend.variables} still needs to be confirmed, another link is on its way.`}
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
      <PageHeader title="Sign in" text={ended === undefined ? "Welcome back." : undefined} />
      {ended !== undefined && signIn.isIdle && (
        <Notice>Your session has ended. Sign in again to continue.</Notice>
      )}
      <Form
        error={resend.error ?? signIn.error}
        onSubmit={({ password = "" }) => {
          resend.reset();
          signIn.mutate({ email, password });
        }}
      >
        <TextField
          label="Email"
          name="email"
          type="email"
          value={email}
          onChange={setEmail}
          autoComplete="username"
          isRequired
          autoFocus
        />
        <PasswordField label="Password" />
        <Link to="/request-password-reset" className="signed-out-beside">
          Forgot password?
        </Link>
        <Actions>
          <Button kind="primary" type="submit" isPending={signIn.isPending || signIn.isSuccess}>
            Sign in
          </Button>
          {isUnconfirmed && (
            <Button isPending={resend.isPending} onPress={() => resend.mutate(email)}>
              Send the link again
            </Button>
          )}
        </Actions>
      </Form>
      <p className="or note">or</p>
      <PasskeySignIn onDone={enter} />
      <p className="signed-out-foot">
        New here? <Link to="/sign-up">Create an account</Link>
      </p>
    </>
  );
}
