import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../api/client.ts";
import { sessionKey } from "../api/query-client.ts";
import { useSession } from "../api/session.ts";
import type { Verification as Found } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { ConfirmDialog } from "../components/layout/dialog.tsx";
import { ButtonLink } from "../components/layout/link.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { FailedScreen } from "../components/layout/failed-screen.tsx";
import { ScreenSkeleton } from "../components/messages/states.tsx";
import { Time } from "../components/values/time.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { verificationTexts as texts } from "../texts/verification.ts";
import { Documents } from "./documents.tsx";
import { FormFacts } from "./form-facts.tsx";
import { useLiveGateway } from "./live-needs-gateway.tsx";
import { isAbsent, MISSING, VerificationForm } from "./verification-form.tsx";
import { verificationQuery } from "./verification-queries.ts";
import { VerificationStatus } from "./verification-status.tsx";
import "./verification.css";

/** What owners say about their business before it goes live, and how far that is. */
export function Verification() {
  const found = useQuery(verificationQuery);
  const isOwner = useSession().merchant?.role === "owner";
  if (found.isError && found.data === undefined)
    return (
      <FailedScreen
        title={texts.title}
        text={texts.text}
        error={found.error}
        onRetry={() => void found.refetch()}
      />
    );
  if (found.data === undefined)
    return (
      <>
        <PageHeader title={texts.title} text={texts.text} />
        <ScreenSkeleton hasTitle />
      </>
    );
  const { status, isClosed, form, documents } = found.data;
  const mayChange = isOwner && status === "draft" && !isClosed;
  const papers = <Documents documents={documents} mayChange={mayChange} mayLoad={isOwner} />;
  return (
    <>
      <PageHeader title={texts.title} text={texts.text} badge={<VerificationStatus status={status} />} />
      <div className="verification">
        <State verification={found.data} isOwner={isOwner} />
        {mayChange ? (
          <VerificationForm verification={found.data}>{papers}</VerificationForm>
        ) : (
          <>
            <FormFacts form={form} />
            {papers}
          </>
        )}
      </div>
    </>
  );
}

/** How far it is, and what to do next. */
function State({ verification, isOwner }: { verification: Found; isOwner: boolean }) {
  const { status, statusSince, isClosed, reason } = verification;
  const hasGateway = useLiveGateway();
  if (isClosed)
    return (
      <Notice kind="warning" title={texts.closed.title}>
        {texts.closed.text}
      </Notice>
    );
  switch (status) {
    case "submitted":
      return (
        <Notice title={texts.submitted.title} action={isOwner && <Reopen isWithdrawal />}>
          <p>{texts.submitted.text}</p>
          {statusSince && (
            <p className="verification-soft">
              {texts.submitted.since} <Time at={statusSince} isDate />
            </p>
          )}
        </Notice>
      );
    case "approved":
      return (
        <Notice
          kind="success"
          title={texts.approved.title}
          action={
            hasGateway && (
              <ButtonLink to="/$environment/developers/keys" params={{ environment: "live" }} size="small">
                {texts.approved.keys}
              </ButtonLink>
            )
          }
        >
          {hasGateway ? texts.approved.text : texts.noGateway.approved}
        </Notice>
      );
    case "rejected":
      return (
        <Notice kind="error" title={texts.rejected.title} action={isOwner && <Reopen />}>
          {reason && <Reason text={reason} />}
          <p>{texts.rejected.todo}</p>
        </Notice>
      );
    case "draft":
      return (
        <>
          {reason && (
            <Notice kind="warning" title={texts.lastReason}>
              <Reason text={reason} />
            </Notice>
          )}
          <Missing verification={verification} isOwner={isOwner} />
        </>
      );
  }
}

const Reason = ({ text }: { text: string }) => (
  <p className="verification-lines" dir="auto" translate="no">
    {text}
  </p>
);

function Missing({ verification, isOwner }: { verification: Found; isOwner: boolean }) {
  const { missing, form, documents } = verification;
  if (!isOwner) return <Notice>{texts.readOnly}</Notice>;
  const entries = Object.entries(missing);
  if (entries.length === 0) return <Notice kind="success">{texts.draft.complete}</Notice>;
  const isWrong = entries.some(([, rule]) => !isAbsent(rule));
  const isUntouched = Object.keys(form).length === 0 && documents.length === 0;
  return (
    <div id={MISSING} tabIndex={-1} className="verification-todo">
      <Notice title={texts.draft[isWrong ? "wrong" : "count"](entries.length)}>
        {isUntouched ? (
          texts.draft.begin
        ) : (
          <ul className="verification-missing">
            {entries.map(([name]) => (
              <li key={name}>
                <button type="button" translate="no" className="link" onClick={() => goTo(name)}>
                  {nameOf(name)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}

/** Puts the keyboard where a member of the form is filled in, or a document of a kind is added. */
function goTo(name: string): void {
  const [first, kind] = name.split(".");
  const place =
    first === "documents"
      ? document.getElementById(`document-${kind}`)
      : document.querySelector(`[name="form.${name}"], [name^="form.${name}."]`)?.closest(".field");
  place?.querySelector<HTMLElement>("button, input, textarea")?.focus();
}

/** What a person calls a member of the form, or a kind of documents. */
function nameOf(name: string): string {
  const [first, second, part] = name.split(".");
  if (part !== undefined) {
    const parts: Record<string, unknown> = texts.directors;
    return `${texts.directors.person(Number(second) + 1)}: ${String(parts[part])}`;
  }
  const names: Record<string, string> = first === "documents" ? texts.kinds : texts.fields;
  return names[second ?? first!] ?? name;
}

/** Makes it a draft again: without a question after a rejection, which is over anyway. */
function Reopen({ isWithdrawal = false }: { isWithdrawal?: boolean }) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const reopen = useMutation({
    mutationFn: () => dataOf(api.POST("/verification/reopen")),
    onSuccess: (data) => {
      queryClient.setQueryData(verificationQuery.queryKey, data);
      toast(texts.withdraw.done);
      return queryClient.invalidateQueries({ queryKey: sessionKey });
    },
    onError: async (error) => {
      toast(error);
      await queryClient.invalidateQueries({ queryKey: verificationQuery.queryKey });
    },
  });
  if (!isWithdrawal)
    return (
      <Button size="small" isPending={reopen.isPending} onPress={() => reopen.mutate()}>
        {texts.rejected.again}
      </Button>
    );
  return (
    <>
      <Button size="small" onPress={() => setAsking(true)}>
        {texts.withdraw.action}
      </Button>
      <ConfirmDialog
        title={texts.withdraw.title}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action={texts.withdraw.action}
        isPending={reopen.isPending}
        onConfirm={() => reopen.mutate()}
      >
        {texts.withdraw.text}
      </ConfirmDialog>
    </>
  );
}
