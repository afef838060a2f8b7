import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { api } from "../api/client.ts";
import type { Verification } from "../api/types.ts";
import { Button, IconButton } from "../components/forms/button.tsx";
import { ErrorText } from "../components/messages/error-text.tsx";
import { ConfirmDialog } from "../components/layout/dialog.tsx";
import { Section } from "../components/layout/section.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { verificationTexts as texts } from "../texts/verification.ts";
import { formatSize } from "./format-size.ts";
import { documentTypes, sendDocument } from "./send-document.ts";
import { verificationQuery } from "./verification-queries.ts";

type Kind = keyof typeof texts.kinds;
const kinds = Object.keys(texts.kinds) as Kind[];

/** The documents of a business by their kind. `mayChange`: its owner, while it is a draft. */
export function Documents({
  documents,
  mayChange,
  mayLoad,
}: Pick<Verification, "documents"> & { mayChange: boolean; mayLoad: boolean }) {
  // Where nothing can be added, kinds without documents are left out.
  const shown = mayChange
    ? kinds
    : kinds.filter((kind) => documents.some((document) => document.kind === kind));
  if (shown.length === 0) return null;
  return (
    <Section title={texts.parts.documents} text={texts.parts.documentsText}>
      <ul className="verification-kinds">
        {shown.map((kind) => (
          <li key={kind} id={`document-${kind}`}>
            <div className="verification-kind-head">
              <div>
                <h3>{texts.kinds[kind]}</h3>
                <p className="verification-soft">{texts.kindHints[kind]}</p>
              </div>
              {mayChange && <AddDocument kind={kind} />}
            </div>
            <ul className="verification-files">
              {documents
                .filter((document) => document.kind === kind)
                .map((document) => (
                  <li key={document.reference}>
                    {mayLoad ? (
                      <a
                        className="link"
                        href={`/dashboard/api/verification/documents/${document.reference}`}
                        download
                      >
                        <span dir="auto" translate="no">
                          {document.name}
                        </span>
                      </a>
                    ) : (
                      <span dir="auto" translate="no">
                        {document.name}
                      </span>
                    )}
                    <span className="verification-soft">{formatSize(document.size)}</span>
                    {mayChange && <RemoveDocument {...document} />}
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function AddDocument({ kind }: { kind: Kind }) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<{ name: string; done: number }>();
  const send = useMutation({
    mutationFn: (file: File) => sendDocument(kind, file, (done) => setProgress({ name: file.name, done })),
    onSuccess: (_, { name }) => toast(texts.documents.added(name)),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: verificationQuery.queryKey });
      setProgress(undefined);
    },
  });
  return (
    <div className="verification-add">
      <FileTrigger
        acceptedFileTypes={documentTypes}
        onSelect={(files) => files?.[0] && send.mutate(files[0])}
      >
        <Button
          size="small"
          icon="plus"
          isPending={send.isPending}
          aria-label={texts.documents.addTo(texts.kinds[kind])}
        >
          {texts.documents.add}
        </Button>
      </FileTrigger>
      {progress && (
        <progress max={1} value={progress.done} aria-label={texts.documents.sending(progress.name)} />
      )}
      {send.isError && (
        <p className="field-error" role="alert">
          <ErrorText error={send.error} />
        </p>
      )}
    </div>
  );
}

function RemoveDocument({ reference, name }: { reference: string; name: string }) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () =>
      api.POST("/verification/documents/{reference}/remove", { params: { path: { reference } } }),
    onSuccess: () => {
      setAsking(false);
      toast(texts.documents.removed);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: verificationQuery.queryKey }),
  });
  return (
    <>
      <IconButton icon="trash" label={texts.documents.remove(name)} onPress={() => setAsking(true)} />
      <ConfirmDialog
        title={texts.documents.removeTitle}
        action={texts.documents.removeAction}
        isDanger
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        <span dir="auto" translate="no">
          {name}
        </span>{" "}
        {texts.documents.removeText}
      </ConfirmDialog>
    </>
  );
}
