import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { post } from "../api/change.ts";
import { ApiError } from "../api/api-error.ts";
import { Form, Submit } from "../components/forms/form.tsx";
import { PasswordField } from "../components/forms/proof-fields.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Loaded } from "../components/messages/loaded.tsx";
import { Skeleton } from "../components/messages/states.tsx";
import { enterDashboard } from "../sessions/enter-dashboard.ts";
import { readMailToken } from "./mail-token.ts";

/**
 * The page of the email's link: uses its token at once. In another browser than the one of the sign-up, it also asks
 * for the password.
 */
export function VerifyEmail() {
  const [token] = useState(readMailToken);
  // A query, since it must run once however often React mounts the page.
  const verified = useQuery({
    queryKey: ["verify-email"],
    queryFn: async () => {
      const done = await post("/verify-email", {}, { token });
      await enterDashboard();
      return done;
    },
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const { error } = verified;
  if (!(error instanceof ApiError && error.status === 422))
    return (
      <>
        <PageHeader title="Confirming your email…" />
        <Loaded query={verified} width={24}>
          {() => <Skeleton width={24} />}
        </Loaded>
      </>
    );
  if ("password" in error.details) return <WithPassword token={token} />;
  return <UsedLink />;
}

function WithPassword({ token }: { token: string }) {
  const verify = useMutation({
    mutationFn: async (password: string) => {
      await post("/verify-email", {}, { token, password });
      await enterDashboard();
    },
  });
  if (verify.error instanceof ApiError && "token" in verify.error.details) return <UsedLink />;
  return (
    <>
      <PageHeader
        title="Confirm with your password"
        text="You signed up in a different browser, so we also need your password."
      />
      <Form error={verify.error} onSubmit={({ password = "" }) => verify.mutate(password)}>
        <PasswordField label="Password" autoFocus />
        <Submit change={verify}>Confirm</Submit>
      </Form>
    </>
  );
}

function UsedLink() {
  return (
    <>
      <PageHeader
        title="This link no longer works"
        text="It was already used, or it has expired. Sign in; if your email isn’t confirmed yet, you can get another link there."
      />
      <ButtonLink kind="primary" to="/sign-in">
        Sign in
      </ButtonLink>
    </>
  );
}
