import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../api/client.ts";
import type { ReviewedVerification } from "../api/types.ts";
import { Button } from "../components/forms/button.tsx";
import { Copyable } from "../components/values/copy-button.tsx";
import { Dialog, DialogActions, SubmitActions } from "../components/layout/dialog.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form, FormError } from "../components/forms/form.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { ToList } from "../components/layout/to-list.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Section } from "../components/layout/section.tsx";
import { ItemPage } from "../components/layout/item-page.tsx";
import { Timeline } from "../components/values/timeline.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { verificationTexts as texts } from "../texts/verification.ts";
import { words } from "../texts/words.ts";
import { FormFacts } from "./form-facts.tsx";
import { formatSize } from "./format-size.ts";
import { reviewQuery } from "./verification-queries.ts";
import { VerificationStatus } from "./verification-status.tsx";
import "./verification.css";

const toList = <ToList to="/$environment/platform/verifications">{texts.platform.title}</ToList>;

/** One business, with its documents beside what it says of itself. */
export function VerificationReview() {
  const { reference } = useParams({ from: "/$environment/platform/verifications/$reference" });
  const verification = useQuery(reviewQuery(reference));
  return (
    <ItemPage query={verification} title={texts.title} parent={toList}>
      {(found) => <ReviewDetails verification={found} />}
    </ItemPage>
  );
}

function ReviewDetails({ verification }: { verification: ReviewedVerification }) {
  const { merchant, status, reason, form, documents, history } = verification;
  return (
    <>
      <PageHeader
        title={merchant.name}
        badge={<VerificationStatus status={status} />}
        text={<Copyable text={merchant.reference} what={texts.platform.merchant} />}
        parent={toList}
        actions={status === "submitted" && <Decisions verification={verification} />}
      />
      {status === "rejected" && reason && (
        <Notice kind="error" title={texts.statuses.rejected}>
          <p className="verification-lines" dir="auto" translate="no">
            {reason}
          </p>
        </Notice>
      )}
      <div className="verification-review">
        <div>
          <FormFacts form={form} />
          <Section title={texts.platform.history}>
            <Timeline
              entries={history.map(({ at, from, to, actor, reason: why }) => ({
                text: `${nameOf(from)} → ${nameOf(to)}`,
                at,
                colour: to === "approved" ? "green" : to === "rejected" ? "red" : "grey",
                children: (
                  <p className="verification-soft" dir="auto" translate="no">
                    {texts.platform.by(actor)}
                    {why && `: ${why}`}
                  </p>
                ),
              }))}
            />
          </Section>
        </div>
        <Viewer merchant={merchant.reference} documents={documents} />
      </div>
    </>
  );
}

const nameOf = (status: string | null) =>
  (texts.statuses as Record<string, string>)[status ?? ""] ?? status ?? "–";

/** One document at a time, when the reviewer asks for it: each one that is loaded is in the audit log. */
function Viewer({ merchant, documents }: { merchant: string; documents: ReviewedVerification["documents"] }) {
  const [shown, show] = useState<string>();
  const document = documents.find(({ reference }) => reference === shown);
  const url = document && `/dashboard/api/platform/verifications/${merchant}/documents/${document.reference}`;
  return (
    <Section title={texts.platform.viewer} text={texts.platform.logged}>
      <ul className="verification-files verification-choices">
        {documents.map(({ reference, kind, name, size }) => (
          <li key={reference}>
            <button
              type="button"
              aria-pressed={reference === shown}
              className="verification-choice"
              onClick={() => show(reference)}
            >
              <span>{texts.kinds[kind]}</span>
              <span className="verification-soft" dir="auto" translate="no">
                {name} · {formatSize(size)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="verification-viewer">
        {document === undefined || url === undefined ? (
          <p className="verification-soft">{texts.platform.choose}</p>
        ) : document.mediaType === "application/pdf" ? (
          <div>
            <p className="verification-soft">{texts.platform.pdf}</p>
            <a className="button button-secondary button-medium" href={url} download>
              <span className="button-content">{texts.platform.download}</span>
            </a>
          </div>
        ) : (
          <img src={url} alt={`${texts.kinds[document.kind]}: ${document.name}`} />
        )}
      </div>
    </Section>
  );
}

function Decisions({ verification }: { verification: ReviewedVerification }) {
  // What the reviewer opened: it may have been loaded again since, without a look at what is new.
  const [{ merchant, version, documents }] = useState(verification);
  const queryClient = useQueryClient();
  const [asked, ask] = useState<"approved" | "rejected">();
  const decide = useMutation({
    mutationFn: (body: { outcome: "approved" } | { outcome: "rejected"; reason: string }) =>
      api.POST("/platform/verifications/{merchant}/decision", {
        params: { path: { merchant: merchant.reference } },
        body: { ...body, version, documents: documents.map(({ reference }) => reference) },
      }),
    onSuccess: (_, { outcome }) => {
      ask(undefined);
      toast(texts.platform[outcome]);
      return queryClient.invalidateQueries({ queryKey: ["platform"] });
    },
  });
  const open = (outcome: typeof asked) => {
    decide.reset();
    ask(outcome);
  };
  const close = () => ask(undefined);
  return (
    <>
      <Button onPress={() => open("rejected")}>{texts.platform.reject}</Button>
      <Button kind="primary" onPress={() => open("approved")}>
        {texts.platform.approve}
      </Button>
      <Dialog title={texts.platform.approveTitle} isOpen={asked === "approved"} onClose={close}>
        <p className="dialog-text">{texts.platform.approveText(merchant.name)}</p>
        {decide.error && <FormError error={decide.error} />}
        <DialogActions>
          <Button onPress={close}>{words.cancel}</Button>
          <Button
            kind="primary"
            isPending={decide.isPending}
            onPress={() => decide.mutate({ outcome: "approved" })}
          >
            {texts.platform.approve}
          </Button>
        </DialogActions>
      </Dialog>
      <Dialog
        title={texts.platform.rejectTitle}
        isOpen={asked === "rejected"}
        onClose={close}
        isDismissable={false}
      >
        <Form
          error={decide.error}
          onSubmit={({ reason = "" }) =>
            decide.mutate({ outcome: "rejected", reason: reason.replaceAll("\r\n", "\n") })
          }
        >
          <p className="dialog-text">{texts.platform.rejectText}</p>
          <TextField
            name="reason"
            label={texts.platform.reason}
            description={texts.platform.reasonHint}
            rows={4}
            maxLength={1_000}
            isRequired
            autoFocus
          />
          <SubmitActions onCancel={close} kind="danger" isPending={decide.isPending}>
            {texts.platform.rejectAction}
          </SubmitActions>
        </Form>
      </Dialog>
    </>
  );
}
