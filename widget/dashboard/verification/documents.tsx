import { useState } from "react";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { post, useChange } from "../api/change.ts";
import type { Verification } from "../api/types.ts";
import { Button, IconButton } from "../components/forms/button.tsx";
import { ConfirmDialog } from "../components/layout/dialog.tsx";
import { Section } from "../components/layout/section.tsx";
import { ErrorText } from "../components/messages/error-text.tsx";
import { Own } from "../components/values/text.tsx";
import { documentKinds, formatSize } from "./form-texts.ts";
import { documentTypes, sendDocument } from "./send-document.ts";
import { verificationQuery } from "./verification-queries.ts";

type Kind = keyof typeof documentKinds;
const kinds = Object.keys(documentKinds) as Kind[];

const kindHints: Record<Kind, string> = {
  registration_certificate: "Of incorporation or of the business name.",
  proof_of_address: "A utility bill or bank statement from the last three months.",
  identity_document: "Passport, national ID or driver’s licence of an owner or director.",
  other: "Anything that helps us understand your business.",
};

type DocumentsProps = Pick<Verification, "documents"> & { mayChange: boolean; mayLoad: boolean };

/** A business's documents by kind. `mayChange`: its owner, while it is a draft. */
export function Documents({ documents, mayChange, mayLoad }: DocumentsProps) {
  // If nothing can be added, kinds without documents are left out.
  const shown = mayChange
    ? kinds
    : kinds.filter((kind) => documents.some((document) => document.kind === kind));
  if (shown.length === 0) return null;
  return (
    <Section
      title="Documents"
      text="PDF, PNG or JPEG, up to 5 MB each. Stored encrypted; only you and our reviewers can open them."
    >
      <ul className="lines">
        {shown.map((kind) => (
          <li key={kind} id={`document-${kind}`}>
            <div className="fill">
              <h3 className="name">{documentKinds[kind]}</h3>
              <p className="note">{kindHints[kind]}</p>
            </div>
            {mayChange && <AddDocument kind={kind} />}
            <ul className="verification-files">
              {documents
                .filter((document) => document.kind === kind)
                .map(({ reference, name, size }) => (
                  <li key={reference} className="wrap">
                    {mayLoad ? (
                      <a
                        className="link"
                        href={`/dashboard/api/verification/documents/${reference}`}
                        download
                      >
                        <Own>{name}</Own>
                      </a>
                    ) : (
                      <Own>{name}</Own>
                    )}
                    <span className="note">{formatSize(size)}</span>
                    {mayChange && <RemoveDocument reference={reference} name={name} />}
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
  const [done, setDone] = useState(0);
  const send = useChange((file: File) => sendDocument(kind, file, setDone), {
    reload: [verificationQuery.queryKey],
    done: (_, { name }) => `${name} uploaded`,
  });
  return (
    <div className="wrap">
      <FileTrigger
        acceptedFileTypes={documentTypes}
        onSelect={(files) => files?.[0] && send.mutate(files[0])}
      >
        <Button
          size="small"
          icon="plus"
          isPending={send.isPending}
          aria-label={`Add a file: ${documentKinds[kind]}`}
        >
          Add a file
        </Button>
      </FileTrigger>
      {send.isPending && <progress max={1} value={done} aria-label={`Uploading ${send.variables.name}`} />}
      {send.isError && (
        <p className="field-error" role="alert">
          <ErrorText error={send.error} />
        </p>
      )}
    </div>
  );
}

function RemoveDocument({ reference, name }: { reference: string; name: string }) {
  const [isConfirming, setConfirming] = useState(false);
  const remove = useChange(() => post("/verification/documents/{reference}/remove", { reference }), {
    reload: [verificationQuery.queryKey],
    done: "Document removed",
    onDone: () => setConfirming(false),
  });
  return (
    <>
      <IconButton icon="trash" label={`Remove ${name}`} onPress={() => setConfirming(true)} />
      <ConfirmDialog
        title="Remove this document?"
        action="Remove document"
        isDanger
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        change={remove}
      >
        <Own>{name}</Own> will be deleted. To use it again, you’ll have to upload it again.
      </ConfirmDialog>
    </>
  );
}
