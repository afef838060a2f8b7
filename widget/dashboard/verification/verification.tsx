import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { post, useChange } from "../api/change.ts";
import { sessionKey } from "../api/query-client.ts";
import { useSession } from "../api/session.ts";
import type { Verification as Found } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { ConfirmDialog } from "../components/layout/dialog.tsx";
import { ActionLink } from "../components/layout/link.tsx";
import { LoadedScreen } from "../components/layout/loaded-screen.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Time } from "../components/values/time.tsx";
import { State } from "../components/values/badge.tsx";
import { documentKinds, fieldLabels, personLabels } from "./form-texts.ts";
import { Documents } from "./documents.tsx";
import { FormFacts } from "./form-facts.tsx";
import { useLiveGateway } from "./live-needs-gateway.tsx";
import { isAbsent, MISSING, VerificationForm } from "./verification-form.tsx";
import { verificationQuery } from "./verification-queries.ts";
import { verificationStates } from "./verification-states.ts";
import { Written } from "./written.tsx";
import "./verification.css";

/** A business's verification before it goes live, and its status. */
export function Verification() {
  const found = useQuery(verificationQuery);
  const isOwner = useSession().merchant?.role === "owner";
  return (
    <LoadedScreen
      title="Verification"
      text="We verify your business once, before it goes live. Until then, everything works in test mode."
      badge={found.data && <State of={verificationStates[found.data.status]} />}
      query={found}
    >
      {(verification) => {
        const { status, isClosed, form, documents } = verification;
        const mayChange = isOwner && status === "draft" && !isClosed;
        const papers = <Documents documents={documents} mayChange={mayChange} mayLoad={isOwner} />;
        return (
          <div className="medium">
            <NextStep verification={verification} isOwner={isOwner} />
            {mayChange ? (
              <VerificationForm verification={verification}>{papers}</VerificationForm>
            ) : (
              <>
                <FormFacts form={form} />
                {papers}
              </>
            )}
          </div>
        );
      }}
    </LoadedScreen>
  );
}

/** The status, and what to do next. */
function NextStep({ verification, isOwner }: { verification: Found; isOwner: boolean }) {
  const { status, statusSince, isClosed, reason } = verification;
  const hasGateway = useLiveGateway();
  if (isClosed)
    return (
      <Notice kind="warning" title="This business is closed">
        It can’t be changed any more.
      </Notice>
    );
  switch (status) {
    case "submitted":
      return (
        <Notice title="We’re reviewing your business" action={isOwner && <Reopen isWithdrawal />}>
          <p>You can’t make changes during the review. Owners get an email when we’ve decided.</p>
          {statusSince && (
            <p className="note">
              Submitted <Time at={statusSince} isDate />
            </p>
          )}
        </Notice>
      );
    case "approved": {
      const toKeys = hasGateway && (
        <ActionLink to="/$environment/developers/keys" params={{ environment: "live" }}>
          Create a live key
        </ActionLink>
      );
      return (
        <Notice kind="success" title="Your business is verified" action={toKeys}>
          {hasGateway
            ? "You can now create live keys under Developers, API keys."
            : "You can create live keys once this platform is connected to a payment provider."}
        </Notice>
      );
    }
    case "rejected":
      return (
        <Notice kind="error" title="Not approved" action={isOwner && <Reopen />}>
          {reason && <Written>{reason}</Written>}
          <p>Correct this, then submit it again.</p>
        </Notice>
      );
    case "draft":
      return (
        <>
          {reason && (
            <Notice kind="warning" title="Your last submission was rejected. The reviewer wrote:">
              <Written>{reason}</Written>
            </Notice>
          )}
          <Missing verification={verification} isOwner={isOwner} />
        </>
      );
  }
}

function Missing({ verification, isOwner }: { verification: Found; isOwner: boolean }) {
  const { missing, form, documents } = verification;
  if (!isOwner) return <Notice>Only owners can edit this.</Notice>;
  const entries = Object.entries(missing);
  if (entries.length === 0)
    return <Notice kind="success">Everything is filled in. Read it once more, then submit it.</Notice>;
  const count = entries.length === 1 ? "1 item" : `${entries.length} items`;
  const isWrong = entries.some(([name]) => !isAbsent(name, form));
  const isUntouched = Object.keys(form).length === 0 && documents.length === 0;
  return (
    <Notice
      title={
        isWrong ? `${count} to add or correct` : `${count} ${entries.length === 1 ? "is" : "are"} missing`
      }
    >
      <div id={MISSING} tabIndex={-1}>
        {isUntouched ? (
          "It takes about ten minutes. You’ll need the details on your CAC certificate, your address, and three documents. You can save a draft and continue later."
        ) : (
          <ul className="verification-missing wrap">
            {entries.map(([name]) => (
              <li key={name}>
                <button type="button" translate="no" className="link" onClick={() => goTo(name)}>
                  {nameOf(name)}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Notice>
  );
}

/** Focuses a field of the form, or the control that adds a kind of document. */
function goTo(name: string): void {
  const [first, kind] = name.split(".");
  const place =
    first === "documents"
      ? document.getElementById(`document-${kind}`)
      : document.querySelector(`[name="form.${name}"], [name^="form.${name}."]`)?.closest(".field");
  place?.querySelector<HTMLElement>("button, input, textarea")?.focus();
}

/** The readable name of a field, or of a kind of documents. */
function nameOf(name: string): string {
  const [first, second, part] = name.split(".");
  if (part !== undefined)
    return `Person ${Number(second) + 1}: ${personLabels[part as keyof typeof personLabels]}`;
  const names: Record<string, string> = first === "documents" ? documentKinds : fieldLabels;
  return names[second ?? first!] ?? name;
}

/** Turns it into a draft again; after a rejection, without a confirmation. */
function Reopen({ isWithdrawal = false }: { isWithdrawal?: boolean }) {
  const [isConfirming, setConfirming] = useState(false);
  const reopen = useChange(() => post("/verification/reopen", {}), {
    reload: [verificationQuery.queryKey, sessionKey],
    done: "It’s a draft again",
    saysRefusal: true,
  });
  if (!isWithdrawal)
    return (
      <Button size="small" isPending={reopen.isPending} onPress={() => reopen.mutate()}>
        Make changes
      </Button>
    );
  return (
    <>
      <Button size="small" onPress={() => setConfirming(true)}>
        Withdraw
      </Button>
      <ConfirmDialog
        title="Withdraw from review?"
        action="Withdraw"
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        change={{ ...reopen, error: null }}
      >
        It becomes a draft again. You can change it and submit it later, and it then waits for review again.
      </ConfirmDialog>
    </>
  );
}
