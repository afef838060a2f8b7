import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { DropZone } from "react-aria-components/DropZone";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { Text } from "react-aria-components/Text";
import { ApiError } from "../api/api-error.ts";
import { useAttemptKey } from "../api/attempt-key.ts";
import { useChange } from "../api/change.ts";
import { useMay } from "../api/permissions.ts";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Actions } from "../components/forms/form.tsx";
import { Link } from "../components/layout/link.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Section } from "../components/layout/section.tsx";
import { asSentence } from "../components/messages/as-sentence.ts";
import { ErrorText } from "../components/messages/error-text.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Unclear } from "../components/messages/unclear.tsx";
import { Icon } from "../components/values/icon.tsx";
import { Own } from "../components/values/text.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { LiveNeedsApproval, useIsOpen } from "../verification/live-needs-approval.tsx";
import { sendBatch, type BatchFile } from "./send-batch.ts";
import { saveTemplate } from "./template.ts";
import "./batches.css";

/** Uploads a file of payouts. Nothing is paid before the batch is started. */
export function NewBatch() {
  return (
    <>
      <PageHeader
        title="New batch"
        text="Upload a CSV file with up to 10,000 payouts. We check every row, and you start the payouts after that."
        parent={<Link to="/$environment/payout-batches">Bulk payouts</Link>}
      />
      <Parts />
    </>
  );
}

function Parts() {
  const mayPay = useMay("pay");
  const isOpen = useIsOpen();
  if (!mayPay)
    return <Notice kind="warning">You don’t have permission to send payouts. Ask an owner.</Notice>;
  if (!isOpen) return <LiveNeedsApproval what="Payouts" />;
  return (
    <div className="narrow">
      <LiveNeedsApproval what="Payouts" />
      <Upload />
      <Section
        title="Your file"
        actions={
          <Button size="small" onPress={() => void saveTemplate()}>
            Download template
          </Button>
        }
      >
        <ul className="batches-rules">
          <li>
            The first row names the columns: <Names names={["amount", "bank", "account_number"]} />. You can
            add <Names names={["account_name", "narration", "purpose", "merchant_reference"]} />.
          </li>
          <li>
            Amounts are in naira, such as 12,500 or 12,500.00. Banks are codes, such as 058, or their exact
            names.
          </li>
          <li>
            Save the file as CSV UTF-8. Our template has columns of text: in your own spreadsheet, format
            account numbers and bank codes as text, or it removes zeros at the start.
          </li>
        </ul>
      </Section>
    </div>
  );
}

function Names({ names }: { names: string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ", "}
      <code translate="no">{name}</code>
    </span>
  ));
}

function Upload() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<BatchFile>();
  const [done, setDone] = useState(0);
  const attempt = useAttemptKey(`${environment}-payout-batch`);
  const send = useChange((batch: BatchFile) => sendBatch(environment, batch, attempt.key(), setDone), {
    reload: [[environment, "payout-batches"]],
    attempt,
    done: "File uploaded",
    goOn: ({ reference }) =>
      navigate({ to: "/$environment/payout-batches/$reference", params: { environment, reference } }),
  });
  const choose = (file: File | undefined) => {
    if (file === undefined || send.isPending) return;
    send.reset();
    setDone(0);
    setChosen({ file, name: file.name.replace(/\.[^.]*$/, "").slice(0, 100) });
  };
  return (
    <div className="stack">
      <DropZone
        className="batches-drop box"
        getDropOperation={() => "copy"}
        onDrop={({ items }) => {
          const dropped = items.find((item) => item.kind === "file");
          void dropped?.getFile().then(choose);
        }}
      >
        <Icon name="batches" size={20} />
        <Text slot="label">
          {chosen === undefined ? "Drop your CSV file here" : <Own>{chosen.file.name}</Own>}
        </Text>
        <FileTrigger acceptedFileTypes={[".csv", "text/csv"]} onSelect={(files) => choose(files?.[0])}>
          <Button isDisabled={send.isPending}>
            {chosen === undefined ? "Choose a file" : "Choose another file"}
          </Button>
        </FileTrigger>
      </DropZone>
      {chosen !== undefined && (
        <>
          <TextField
            label="Name"
            description="For example, the month. Only you see it."
            value={chosen.name}
            onChange={(name) => setChosen({ ...chosen, name })}
            maxLength={100}
            isDisabled={send.isPending}
            isOptional
          />
          {send.error && <Refusal error={send.error} />}
          <Actions>
            <Button kind="primary" isPending={send.isPending} onPress={() => send.mutate(chosen)}>
              Upload and check
            </Button>
          </Actions>
          {send.isPending && (
            <p className="row" role="status">
              <progress max={1} value={done} aria-label="Uploading" />
              <span className="note">{done < 1 ? "Uploading…" : "Reading the file…"}</span>
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** What is wrong with the file, by row and column. */
function Refusal({ error }: { error: Error }) {
  const problem = error instanceof ApiError ? error.details["csv"] : undefined;
  return (
    <>
      <Notice kind="error" title="We couldn’t read this file">
        {problem === undefined ? <ErrorText error={error} /> : asSentence(problem)}
      </Notice>
      <Unclear error={error} />
    </>
  );
}
