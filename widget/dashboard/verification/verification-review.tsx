import { useState } from "react";
import { post, useChange } from "../api/change.ts";
import type { ReviewedVerification } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { ConfirmDialog, FormDialog } from "../components/layout/dialog.tsx";
import { itemScreen } from "../components/layout/item-screen.tsx";
import { Section } from "../components/layout/section.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Copyable } from "../components/values/copy-button.tsx";
import { Timeline } from "../components/values/timeline.tsx";
import { State } from "../components/values/badge.tsx";
import { documentKinds, formatSize } from "./form-texts.ts";
import { FormFacts } from "./form-facts.tsx";
import { reviewQuery } from "./verification-queries.ts";
import { verificationStates } from "./verification-states.ts";
import { Written } from "./written.tsx";
import "./verification.css";

/** One business, with its documents beside its answers. */
export const VerificationReview = itemScreen({
  name: "Verification",
  list: ["/$environment/platform/verifications", "Verifications"],
  query: (_environment, merchant) => reviewQuery(merchant),
  useParts(verification) {
    const { merchant, status, reason, form, documents, history } = verification;
    return {
      title: merchant.name,
      badge: <State of={verificationStates[status]} />,
      text: <Copyable text={merchant.reference} what="Merchant" />,
      actions: status === "submitted" && <Decisions verification={verification} />,
      next: status === "rejected" && reason && (
        <Notice kind="error" title="Rejected">
          <Written>{reason}</Written>
        </Notice>
      ),
      main: (
        <div className="columns verification-review">
          <div>
            <FormFacts form={form} />
            <Timeline
              title="History"
              entries={history.map(({ at, from, to, actor, reason: why }) => ({
                text: `${nameOf(from)} → ${nameOf(to)}`,
                at,
                colour: to === "approved" ? "green" : to === "rejected" ? "red" : "grey",
                children: (
                  <p className="note" dir="auto" translate="no">
                    by {actor}
                    {why && `: ${why}`}
                  </p>
                ),
              }))}
            />
          </div>
          <div>
            <Viewer merchant={merchant.reference} documents={documents} />
          </div>
        </div>
      ),
    };
  },
});

const nameOf = (status: string | null) =>
  verificationStates[status as keyof typeof verificationStates]?.[0] ?? status ?? "–";

type ViewerProps = { merchant: string; documents: ReviewedVerification["documents"] };

/** One document at a time, on request: the audit log records each one loaded. */
function Viewer({ merchant, documents }: ViewerProps) {
  const [shown, show] = useState<string>();
  const document = documents.find(({ reference }) => reference === shown);
  const url = document && `/dashboard/api/platform/verifications/${merchant}/documents/${document.reference}`;
  return (
    <Section title="Documents" text="Every document you open is recorded in the audit log.">
      <ul className="choices">
        {documents.map(({ reference, kind, name, size }) => (
          <li key={reference}>
            <button type="button" aria-pressed={reference === shown} onClick={() => show(reference)}>
              <span>{documentKinds[kind]}</span>
              <span className="note" dir="auto" translate="no">
                {name} · {formatSize(size)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="verification-viewer box">
        {document === undefined || url === undefined ? (
          <p className="note">Choose a document to view.</p>
        ) : document.mediaType === "application/pdf" ? (
          <div>
            <p className="note">PDFs are downloaded and opened on your own computer.</p>
            <a className="button button-secondary button-medium" href={url} download>
              <span className="button-content">Download PDF</span>
            </a>
          </div>
        ) : (
          <img src={url} alt={`${documentKinds[document.kind]}: ${document.name}`} />
        )}
      </div>
    </Section>
  );
}

function Decisions({ verification }: { verification: ReviewedVerification }) {
  // What the reviewer opened. A reload may have brought changes that they have not seen.
  const [{ merchant, version, documents }] = useState(verification);
  const [dialog, showDialog] = useState<"approved" | "rejected">();
  const decide = useChange(
    (outcome: { outcome: "approved" } | { outcome: "rejected"; reason: string }) => {
      const body = { ...outcome, version, documents: documents.map(({ reference }) => reference) };
      return post("/platform/verifications/{merchant}/decision", { merchant: merchant.reference }, body);
    },
    {
      reload: [["platform"]],
      done: (_, { outcome }) => (outcome === "approved" ? "Approved" : "Rejected"),
      onDone: () => showDialog(undefined),
    },
  );
  const open = (outcome: typeof dialog) => {
    decide.reset();
    showDialog(outcome);
  };
  return (
    <>
      <Button onPress={() => open("rejected")}>Reject</Button>
      <Button kind="primary" onPress={() => open("approved")}>
        Approve
      </Button>
      <ConfirmDialog
        title="Approve this business?"
        action="Approve"
        isOpen={dialog === "approved"}
        onClose={() => showDialog(undefined)}
        change={{ ...decide, mutate: () => decide.mutate({ outcome: "approved" }) }}
      >
        {merchant.name} will be able to create live keys and take real money. Owners get an email.
      </ConfirmDialog>
      <FormDialog
        title="Reject this business?"
        submit="Reject business"
        kind="danger"
        text="Owners get an email and see the reason in the dashboard. They can correct it and submit again."
        change={{
          ...decide,
          mutate: ({ reason = "" }) =>
            decide.mutate({ outcome: "rejected", reason: reason.replaceAll("\r\n", "\n") }),
        }}
        isOpen={dialog === "rejected"}
        onClose={() => showDialog(undefined)}
      >
        <TextField
          name="reason"
          label="Reason"
          description="What’s wrong, and what to send instead. Don’t include account or identity numbers."
          rows={4}
          maxLength={1_000}
          isRequired
          autoFocus
        />
      </FormDialog>
    </>
  );
}
