import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { api, dataOf } from "../api/client.ts";
import { sessionQuery } from "../api/session.ts";
import { nextInHash } from "../api/sign-in-path.ts";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form, FormActions } from "../components/forms/form.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { ErrorState, Skeleton } from "../components/messages/states.tsx";
import { enterDashboard } from "../sessions/enter-dashboard.ts";
import { invitationTexts as texts, roleTexts } from "../texts/members.ts";
import { NewPasswordField } from "../people/new-password-field.tsx";
import "./members.css";

/** Where the link of an invitation's mail leads. The token stands in the fragment, which browsers send to nobody. */
export function Invitation() {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get("token") ?? "");
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => dataOf(api.POST("/invitations/find", { body: { token } })),
    retry: false,
  });
  const session = useQuery({ ...sessionQuery, retry: false });
  if (invitation.isPending || session.isPending)
    return (
      <>
        <PageHeader title={texts.loading} />
        <Skeleton width={24} />
      </>
    );
  if (invitation.isError) {
    const { error } = invitation;
    const isOver = error instanceof ApiError && (error.status === 404 || error.status === 422);
    return isOver ? (
      <>
        <PageHeader title={texts.badTitle} text={texts.badText} />
        <ButtonLink to="/">{texts.home}</ButtonLink>
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
        title={texts.title(business)}
        heading={<bdi>{texts.title(business)}</bdi>}
        text={
          <>
            {texts.text(roleTexts[role].name)} <bdi className="members-address">{email}</bdi>.
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
    mutationFn: () => dataOf(api.POST("/invitations/accept", { body: { token } })),
    // The session shows another business now.
    onSuccess: () => window.location.assign("/dashboard"),
  });
  return (
    <Form error={accept.error} onSubmit={() => accept.mutate()}>
      <FormActions>
        <Button kind="primary" type="submit" isPending={accept.isPending || accept.isSuccess} autoFocus>
          {texts.accept}
        </Button>
      </FormActions>
    </Form>
  );
}

function OtherAccount({ email }: { email: string }) {
  const signOut = useMutation({
    mutationFn: () => dataOf(api.POST("/sign-out")),
    onSuccess: () => window.location.reload(),
  });
  return (
    <Form error={signOut.error} onSubmit={() => signOut.mutate()}>
      <Notice kind="warning">{texts.otherAccount(email)}</Notice>
      <FormActions>
        <Button type="submit" isPending={signOut.isPending || signOut.isSuccess}>
          {texts.signOut}
        </Button>
      </FormActions>
    </Form>
  );
}

function SignInFirst({ token }: { token: string }) {
  return (
    <>
      <p className="signed-out-text">{texts.signInText}</p>
      <FormActions>
        <ButtonLink kind="primary" to="/sign-in" hash={nextInHash(`/dashboard/invitation#token=${token}`)}>
          {texts.signIn}
        </ButtonLink>
      </FormActions>
    </>
  );
}

function SignUp({ token, email }: { token: string; email: string }) {
  const signUp = useMutation({
    mutationFn: async (body: { name: string; password: string }) => {
      await api.POST("/invitations/sign-up", { body: { token, ...body } });
      await enterDashboard();
    },
  });
  return (
    <Form error={signUp.error} onSubmit={({ name = "", password = "" }) => signUp.mutate({ name, password })}>
      {/* So that a password manager keeps the password with its address. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <TextField label={texts.name} name="name" autoComplete="name" isRequired autoFocus />
      <NewPasswordField label={texts.password} name="password" />
      <FormActions>
        <Button kind="primary" type="submit" isPending={signUp.isPending || signUp.isSuccess}>
          {texts.signUp}
        </Button>
      </FormActions>
    </Form>
  );
}
