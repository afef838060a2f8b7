import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";
import { Button } from "../components/forms/button.tsx";
import { Section } from "../components/layout/section.tsx";
import { ErrorState, Skeleton } from "../components/messages/states.tsx";
import { Time } from "../components/values/time.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { memberTexts as texts, roleTexts } from "../texts/members.ts";
import { invitationsQuery } from "./members-queries.ts";

export function OpenInvitations({ canRevoke }: { canRevoke: boolean }) {
  const queryClient = useQueryClient();
  const invitations = useQuery(invitationsQuery);
  const revoke = useMutation({
    mutationFn: (reference: string) =>
      dataOf(api.POST("/invitations/{reference}/revoke", { params: { path: { reference } } })),
    onSuccess: async () => {
      toast(texts.revoked);
      await queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
    },
    onError: (error) => toast(error),
  });
  return (
    <Section title={texts.invitations} text={texts.invitationsText}>
      {invitations.data === undefined ? (
        invitations.isError ? (
          <ErrorState error={invitations.error} onRetry={() => void invitations.refetch()} />
        ) : (
          <Skeleton width={30} />
        )
      ) : invitations.data.length === 0 ? (
        <p className="section-text">{texts.noInvitations}</p>
      ) : (
        <ul className="members-invitations">
          {invitations.data.map(({ reference, email, role, invitedBy, expiresAt }) => (
            <li key={reference}>
              <div className="members-person">
                <span>{email}</span>
                <span className="members-email">
                  {roleTexts[role].name}
                  {invitedBy !== null && (
                    <>
                      {" "}
                      · {texts.invitedBy} <bdi>{invitedBy}</bdi>
                    </>
                  )}{" "}
                  · {texts.expires} <Time at={expiresAt} isReal />
                </span>
              </div>
              {canRevoke && (
                <Button
                  size="small"
                  aria-label={texts.revokeOf(email)}
                  isPending={revoke.isPending && revoke.variables === reference}
                  onPress={() => revoke.mutate(reference)}
                >
                  {texts.revoke}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
