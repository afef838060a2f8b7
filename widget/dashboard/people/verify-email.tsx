import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { api, dataOf } from "../api/client.ts";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form, FormActions } from "../components/forms/form.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { FailedScreen } from "../components/layout/failed-screen.tsx";
import { Skeleton } from "../components/messages/states.tsx";
import { enterDashboard } from "../sessions/enter-dashboard.ts";
import { peopleTexts } from "../texts/people.ts";
import { readMailToken } from "./mail-token.ts";

const { verify: texts, fields } = peopleTexts;

/**
 * Where the link of the mail leads: uses its token at once. In another browser than the one that signed up, it asks for
 * the password too.
 */
export function VerifyEmail() {
  const [token] = useState(readMailToken);
  // A query, since it has to happen once however often React starts the page.
  const verified = useQuery({
    queryKey: ["verify-email"],
    queryFn: async () => {
      const done = await dataOf(api.POST("/verify-email", { body: { token } }));
      await enterDashboard();
      return done;
    },
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const { error } = verified;
  if (error === null) return <Working />;
  if (!(error instanceof ApiError) || error.status !== 422)
    return <FailedScreen title={texts.title} error={error} onRetry={() => void verified.refetch()} />;
  if ("password" in error.details) return <WithPassword token={token} />;
  return <UsedLink />;
}

function Working() {
  return (
    <>
      <PageHeader title={texts.title} />
      <Skeleton width={24} />
    </>
  );
}

function WithPassword({ token }: { token: string }) {
  const verify = useMutation({
    mutationFn: async (password: string) => {
      await api.POST("/verify-email", { body: { token, password } });
      await enterDashboard();
    },
  });
  if (verify.error instanceof ApiError && "token" in verify.error.details) return <UsedLink />;
  return (
    <>
      <PageHeader title={texts.passwordTitle} text={texts.passwordText} />
      <Form error={verify.error} onSubmit={({ password = "" }) => verify.mutate(password)}>
        <TextField
          label={fields.password}
          name="password"
          type="password"
          autoComplete="current-password"
          isRequired
          autoFocus
        />
        <FormActions>
          <Button kind="primary" type="submit" isPending={verify.isPending || verify.isSuccess}>
            {texts.submit}
          </Button>
        </FormActions>
      </Form>
    </>
  );
}

function UsedLink() {
  return (
    <>
      <PageHeader title={texts.failedTitle} text={texts.failedText} />
      <ButtonLink kind="primary" to="/sign-in">
        {texts.signIn}
      </ButtonLink>
    </>
  );
}
