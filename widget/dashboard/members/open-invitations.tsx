import { useQuery } from "@tanstack/react-query";
import { post, useChange } from "../api/change.ts";
import { Button } from "../components/forms/button.tsx";
import { Section } from "../components/layout/section.tsx";
import { Loaded } from "../components/messages/loaded.tsx";
import { Time } from "../components/values/time.tsx";
import { invitationsQuery } from "./members-queries.ts";
import { roleTexts } from "./roles.ts";

export function OpenInvitations({ canRevoke }: { canRevoke: boolean }) {
  const revoke = useChange((reference: string) => post("/invitations/{reference}/revoke", { reference }), {
    reload: [invitationsQuery.queryKey],
    done: "Invitation revoked",
    saysRefusal: true,
  });
  return (
    <Section
      title="Open invitations"
      text="Each works once, for the invited email address only, and expires after seven days."
    >
      <Loaded query={useQuery(invitationsQuery)}>
        {(invitations) =>
          invitations.length === 0 ? (
            <p className="note">No open invitations.</p>
          ) : (
            <ul className="lines">
              {invitations.map(({ reference, email, role, invitedBy, expiresAt }) => (
                <li key={reference}>
                  <div className="fill">
                    <p className="truncate">{email}</p>
                    <p className="note">
                      {roleTexts[role].name}
                      {invitedBy !== null && (
                        <>
                          {" "}
                          · Invited by <bdi>{invitedBy}</bdi>
                        </>
                      )}{" "}
                      · Expires <Time at={expiresAt} isReal />
                    </p>
                  </div>
                  {canRevoke && (
                    <Button
                      size="small"
                      aria-label={`Revoke the invitation for ${email}`}
                      isPending={revoke.isPending && revoke.variables === reference}
                      onPress={() => revoke.mutate(reference)}
                    >
                      Revoke
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
