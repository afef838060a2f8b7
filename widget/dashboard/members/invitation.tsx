import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { post } from "../api/change.ts";
import { sessionQuery } from "../api/session.ts";
import { nextInHash } from "../api/sign-in-path.ts";
import { TextField } from "../components/forms/fields.tsx";
import { Actions, Form, Submit } from "../components/forms/form.tsx";
import { NewPasswordField } from "../components/forms/proof-fields.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { ErrorState, Skeleton } from "../components/messages/states.tsx";
import { readMailToken } from "../people/mail-token.ts";
import { enterDashboard } from "../sessions/enter-dashboard.ts";
import { roleTexts } from "./roles.ts";

/** The page of an invitation's link. */
export function Invitation() {
  const [token] = useState(readMailToken);
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => post("/invitations/find", {}, { token }),
    retry: false,
  });
  const session = useQuery({ ...sessionQuery, retry: false });
  if (invitation.isPending || session.isPending)
    return (
      <>
        <PageHeader title="Your invitation" />
        <Skeleton width={24} />
      </>
    );
  if (invitation.isError) {
    const { error } = invitation;
    const isOver = error instanceof ApiError && (error.status === 404 || error.status === 422);
    return isOver ? (
      <>
        <PageHeader
          title="This invitation no longer works"
          text="It was already used or revoked, or it’s more than seven days old. Ask for a new one."
        />
        <ButtonLink to="/">Go to the dashboard</ButtonLink>
      </>
    ) : (
      <ErrorState error={error} onRetry={() => void invitation.refetch()} />
    );
  }
  const { business, email, role, hasAccount } = invitation.data;
  const signedInAs = session.data?.person.email;
  return (
    <>
      <PageHeader
        title={`Join ${business}`}
        heading={<bdi>{`Join ${business}`}</bdi>}
        text={
          <>
            {`You’re joining as ${roleTexts[role].name} with`} <bdi>{email}</bdi>.
          </>
        }
      />
      {signedInAs === email ? (
        <Accept token={token} />
      ) : signedInAs !== undefined ? (
        <OtherAccount email={signedInAs} />
      ) : hasAccount ? (
        <SignInFirst token={token} />
      ) : (
        <SignUp token={token} email={email} />
      )}
    </>
  );
}

function Accept({ token }: { token: string }) {
  const accept = useMutation({
    mutationFn: () => post("/invitations/accept", {}, { token }),
    // The session shows another business now.
    onSuccess: () => window.location.assign("/dashboard"),
  });
  return (
    <Form error={accept.error} onSubmit={() => accept.mutate()}>
      <Submit change={accept} autoFocus>
        Accept invitation
      </Submit>
    </Form>
  );
}

function OtherAccount({ email }: { email: string }) {
  const signOut = useMutation({
    mutationFn: () => post("/sign-out", {}),
    onSuccess: () => window.location.reload(),
  });
  return (
    <Form error={signOut.error} onSubmit={() => signOut.mutate()}>
      <Notice kind="warning">{`You’re signed in as ${email}. Sign out, then sign in with the invited email address.`}</Notice>
      <Submit change={signOut}>Sign out</Submit>
    </Form>
  );
}

function SignInFirst({ token }: { token: string }) {
  return (
    <>
      <Notice>You already have an account with this email. Sign in, and we’ll bring you back here.</Notice>
      <Actions>
        <ButtonLink kind="primary" to="/sign-in" hash={nextInHash(`/dashboard/invitation#token=${token}`)}>
          Sign in to accept
        </ButtonLink>
      </Actions>
    </>
  );
}

function SignUp({ token, email }: { token: string; email: string }) {
  const signUp = useMutation({
    mutationFn: async (body: { name: string; password: string }) => {
      await post("/invitations/sign-up", {}, { token, ...body });
      await enterDashboard();
    },
  });
  return (
    <Form error={signUp.error} onSubmit={({ name = "", password = "" }) => signUp.mutate({ name, password })}>
      {/* So that password managers store the password with its email address. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <TextField label="Your name" name="name" autoComplete="name" isRequired autoFocus />
      <NewPasswordField label="Choose a password" name="password" />
      <Submit change={signUp}>Create account and join</Submit>
    </Form>
  );
}
