import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { post, useChange } from "../api/change.ts";
import { Button } from "../components/forms/button.tsx";
import { FormError } from "../components/forms/form.tsx";
import { ConfirmDialog } from "../components/layout/dialog.tsx";
import { Section } from "../components/layout/section.tsx";
import { Loaded } from "../components/messages/loaded.tsx";
import { Badge } from "../components/values/badge.tsx";
import { Time } from "../components/values/time.tsx";
import { sessionsQuery } from "./sessions-query.ts";

const reload = [sessionsQuery.queryKey];

/** The person's sessions, with buttons that end one, the others, or all. */
export function Sessions() {
  const sessions = useQuery(sessionsQuery);
  const [isEnding, setEnding] = useState(false);
  const endOne = useChange((reference: string) => post("/sessions/{reference}/end", { reference }), {
    reload,
    done: "Session ended",
  });
  const endOthers = useChange(() => post("/sessions/end-others", {}), {
    reload,
    done: ({ ended }) => (ended === 1 ? "1 other session ended" : `${ended} other sessions ended`),
  });
  const endAll = useChange(() => post("/sessions/end-all", {}), {
    onDone: () => window.location.assign("/dashboard/sign-in"),
  });
  const error = endOne.error ?? endOthers.error;
  return (
    <Section
      title="Active sessions"
      text="Sessions end after 12 hours of inactivity. End any you don’t recognise, and change your password."
      actions={
        <div className="wrap">
          {(sessions.data?.length ?? 0) > 1 && (
            <Button size="small" isPending={endOthers.isPending} onPress={() => endOthers.mutate()}>
              End all others
            </Button>
          )}
          <Button size="small" onPress={() => setEnding(true)}>
            End all sessions
          </Button>
        </div>
      }
    >
      {error && <FormError error={error} />}
      <Loaded query={sessions} width={24}>
        {(all) => (
          <ul className="lines">
            {all.map(({ reference, device, address, createdAt, lastSeenAt, isThis }) => (
              <li key={reference}>
                <div className="fill">
                  <p className="name">
                    {device} {isThis && <Badge colour="green">This device</Badge>}
                  </p>
                  <p className="small">
                    {address ?? "Unknown address"} · last active <Time at={lastSeenAt} isReal /> · signed in{" "}
                    <Time at={createdAt} isReal />
                  </p>
                </div>
                {!isThis && (
                  <Button
                    size="small"
                    aria-label={`End session: ${device}`}
                    isPending={endOne.isPending && endOne.variables === reference}
                    onPress={() => endOne.mutate(reference)}
                  >
                    End
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <ConfirmDialog
        title="End all sessions"
        action="End all sessions"
        isDanger
        isOpen={isEnding}
        onClose={() => setEnding(false)}
        change={endAll}
      >
        You’ll be signed out everywhere, including here.
      </ConfirmDialog>
    </Section>
  );
}
