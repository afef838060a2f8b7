import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../api/client.ts";
import { Badge } from "../components/values/badge.tsx";
import { Button } from "../components/forms/button.tsx";
import { ConfirmDialog } from "../components/layout/dialog.tsx";
import { FormError } from "../components/forms/form.tsx";
import { Section } from "../components/layout/section.tsx";
import { ErrorState, Skeleton } from "../components/messages/states.tsx";
import { Time } from "../components/values/time.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { peopleTexts } from "../texts/people.ts";
import { sessionsQuery } from "./sessions-query.ts";
import "./sessions.css";

const { sessions: texts } = peopleTexts.account;

/** Where the person is signed in, and buttons that end one, the others, or all. */
export function Sessions() {
  const queryClient = useQueryClient();
  const sessions = useQuery(sessionsQuery);
  const [isEnding, setEnding] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const endOne = useMutation({
    mutationFn: (reference: string) =>
      dataOf(api.POST("/sessions/{reference}/end", { params: { path: { reference } } })),
    onSuccess: () => toast(texts.ended),
    onSettled: refresh,
  });
  const endOthers = useMutation({
    mutationFn: () => dataOf(api.POST("/sessions/end-others")),
    onSuccess: ({ ended }) => toast(texts.endedOthers(ended)),
    onSettled: refresh,
  });
  const endAll = useMutation({
    mutationFn: () => dataOf(api.POST("/sessions/end-all")),
    onSuccess: () => window.location.assign("/dashboard/sign-in"),
  });
  const error = endOne.error ?? endOthers.error;
  const hasOthers = (sessions.data?.length ?? 0) > 1;
  return (
    <Section
      title={texts.title}
      text={texts.text}
      actions={
        <div className="sessions-actions">
          {hasOthers && (
            <Button size="small" isPending={endOthers.isPending} onPress={() => endOthers.mutate()}>
              {texts.endOthers}
            </Button>
          )}
          <Button size="small" onPress={() => setEnding(true)}>
            {texts.endAll}
          </Button>
        </div>
      }
    >
      {error && <FormError error={error} />}
      {sessions.isError && sessions.data === undefined ? (
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : (
        <ul className="sessions" aria-busy={sessions.isPending}>
          {sessions.data === undefined && (
            <li className="sessions-one">
              <Skeleton width={24} />
            </li>
          )}
          {sessions.data?.map(({ reference, device, address, createdAt, lastSeenAt, isThis }) => (
            <li key={reference} className="sessions-one">
              <div className="sessions-facts">
                <p className="sessions-device">
                  {device} {isThis && <Badge colour="green">{texts.isThis}</Badge>}
                </p>
                <p className="sessions-times">
                  {address ?? texts.noAddress} · {texts.seen} <Time at={lastSeenAt} isReal /> · {texts.since}{" "}
                  <Time at={createdAt} isReal />
                </p>
              </div>
              {!isThis && (
                <Button
                  size="small"
                  aria-label={texts.endOf(device)}
                  isPending={endOne.isPending && endOne.variables === reference}
                  onPress={() => endOne.mutate(reference)}
                >
                  {texts.end}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        title={texts.endAll}
        action={texts.endAll}
        isOpen={isEnding}
        isDanger
        isPending={endAll.isPending}
        error={endAll.error}
        onClose={() => setEnding(false)}
        onConfirm={() => endAll.mutate()}
      >
        {texts.endAllText}
      </ConfirmDialog>
    </Section>
  );
}
