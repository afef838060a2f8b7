import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../api/client.ts";
import { useMay } from "../api/permissions.ts";
import { Button } from "../components/forms/button.tsx";
import { CodeBlock } from "../components/values/code-block.tsx";
import { ConfirmDialog, Dialog, SubmitActions } from "../components/layout/dialog.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form } from "../components/forms/form.tsx";
import { List, type Column } from "../components/lists/list.tsx";
import { PageHeader } from "../components/layout/page-header.tsx";
import { Section } from "../components/layout/section.tsx";
import { EmptyState } from "../components/messages/states.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { embeddingTexts as texts } from "../texts/embedding.ts";
import { originsQuery } from "./origins-query.ts";

type Row = { origin: string };

/** The script's newest release, by the build: scripts/build/build-dashboard.ts. */
declare const SCRIPT_VERSION: string;
declare const SCRIPT_INTEGRITY: string;

/**
 * What a shop puts on its page; the script is served by this service itself, and runs with these bytes or not at all.
 */
const snippet = `<button id="pay">Pay</button>
<script
  src="${window.location.origin}/@service/js@${SCRIPT_VERSION}"
  integrity="${SCRIPT_INTEGRITY}"
  crossorigin="anonymous"
></script>
<script>
  document.getElementById("pay").addEventListener("click", () => {
    Service().checkout({
      slug: "the slug of a payment link",
      onSuccess: ({ reference }) => console.log("paid", reference),
    });
  });
</script>`;

export function Origins() {
  const mayDevelop = useMay("develop");
  const page = useQuery(originsQuery);
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<string>();
  const add = (
    <Button kind="primary" icon="plus" onPress={() => setAdding(true)}>
      {texts.add}
    </Button>
  );
  const columns: Column<Row>[] = [
    { heading: texts.origin, isMain: true, cell: ({ origin }) => <code translate="no">{origin}</code> },
  ];
  if (mayDevelop)
    columns.push({
      heading: texts.list.actions,
      isActions: true,
      cell: ({ origin }) => (
        <Button
          size="small"
          kind="quiet"
          aria-label={texts.removeOf(origin)}
          onPress={() => setRemoved(origin)}
        >
          {texts.remove}
        </Button>
      ),
    });
  return (
    <>
      <PageHeader title={texts.title} text={texts.text} actions={mayDevelop && add} />
      <List
        caption={texts.list.caption}
        page={page}
        columns={columns}
        keyOf={({ origin }) => origin}
        empty={
          <EmptyState icon="embed" title={texts.emptyTitle} action={mayDevelop ? add : undefined}>
            {texts.emptyText}
          </EmptyState>
        }
      />
      <Section title={texts.code.title} text={texts.code.text}>
        <CodeBlock name={texts.code.name} text={snippet} />
      </Section>
      {isAdding && <AddOrigin onClose={() => setAdding(false)} />}
      {removed !== undefined && <RemoveOrigin origin={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

function AddOrigin({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: (body: Row) => dataOf(api.POST("/origins", { body })),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: originsQuery.queryKey });
      toast(texts.added);
      onClose();
    },
  });
  return (
    <Dialog title={texts.add} isOpen onClose={onClose} isDismissable={false}>
      <Form onSubmit={({ origin = "" }) => add.mutate({ origin: originOf(origin) })} error={add.error}>
        <TextField
          name="origin"
          label={texts.origin}
          description={texts.description}
          placeholder="https://shop.example.com"
          isCode
          isRequired
          autoFocus
        />
        <SubmitActions onCancel={onClose} isPending={add.isPending}>
          {texts.add}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}

/** What was pasted from an address bar, without its path; what is no address stays, for the service to say so. */
function originOf(typed: string): string {
  const text = typed.trim();
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).origin : text;
}

function RemoveOrigin({ origin, onClose }: { origin: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => dataOf(api.POST("/origins/remove", { body: { origin } })),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: originsQuery.queryKey });
      toast(texts.removed);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={texts.confirmTitle(origin)}
      isOpen
      onClose={onClose}
      action={texts.remove}
      isDanger
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      {texts.confirmText}
    </ConfirmDialog>
  );
}
