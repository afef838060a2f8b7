import { useState } from "react";
import { useMay } from "../api/permissions.ts";
import { dataQuery } from "../api/queries.ts";
import { post, useChange } from "../api/change.ts";
import { Button } from "../components/forms/button.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { ConfirmDialog, FormDialog } from "../components/layout/dialog.tsx";
import { Section } from "../components/layout/section.tsx";
import type { Column } from "../components/lists/list.tsx";
import { ListScreen } from "../components/lists/list-screen.tsx";
import { CodeBlock } from "../components/values/code-block.tsx";
import { Code } from "../components/values/text.tsx";

const originsQuery = dataQuery("/origins", {});
const reload = [originsQuery.queryKey];

/** The script's newest release, set by the build: scripts/build/build-dashboard.ts. */
declare const SCRIPT_VERSION: string;
declare const SCRIPT_INTEGRITY: string;

/** The code for a shop's page. This service serves the script; browsers run it only with exactly these bytes. */
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
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<string>();
  const columns: Column<string>[] = [
    { heading: "Origin", isMain: true, cell: (origin) => <Code>{origin}</Code> },
  ];
  if (mayDevelop)
    columns.push({
      heading: "Actions",
      isActions: true,
      cell: (origin) => (
        <Button size="small" kind="quiet" aria-label={`Remove ${origin}`} onPress={() => setRemoved(origin)}>
          Remove
        </Button>
      ),
    });
  return (
    <ListScreen
      title="Embedding"
      text="The sites that can open your checkout on their own pages. On any other site it stays blank. The list applies to test and live."
      actions={
        mayDevelop && (
          <Button kind="primary" icon="plus" onPress={() => setAdding(true)}>
            Add origin
          </Button>
        )
      }
      caption="Origins that can embed the checkout"
      query={() => originsQuery}
      columns={columns}
      keyOf={(origin) => origin}
      icon="embed"
      things="origins"
      emptyText="Add your shop’s address, and your own computer’s while you develop: http://localhost:3000."
    >
      <Section
        title="Add it to your page"
        text="Create a payment link on your server and open it by its slug."
      >
        <CodeBlock name="HTML" text={snippet} />
      </Section>
      {isAdding && <AddOrigin onClose={() => setAdding(false)} />}
      {removed !== undefined && <RemoveOrigin origin={removed} onClose={() => setRemoved(undefined)} />}
    </ListScreen>
  );
}

function AddOrigin({ onClose }: { onClose: () => void }) {
  const add = useChange(
    ({ origin = "" }: Record<string, string>) => post("/origins", {}, { origin: originOf(origin) }),
    { reload, done: "Origin added", onDone: onClose },
  );
  return (
    <FormDialog title="Add origin" submit="Add origin" change={add} onClose={onClose}>
      <TextField
        name="origin"
        label="Origin"
        description="Scheme, host and port, without a path: https://shop.example.com. Plain http works on localhost only."
        placeholder="https://shop.example.com"
        isCode
        isRequired
        autoFocus
      />
    </FormDialog>
  );
}

/** The origin of a pasted address; anything else is left for the service to refuse. */
function originOf(typed: string): string {
  const text = typed.trim();
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).origin : text;
}

function RemoveOrigin({ origin, onClose }: { origin: string; onClose: () => void }) {
  const remove = useChange(() => post("/origins/remove", {}, { origin }), {
    reload,
    done: "Origin removed",
    onDone: onClose,
  });
  return (
    <ConfirmDialog title={`Remove ${origin}?`} action="Remove" isDanger onClose={onClose} change={remove}>
      The checkout stops opening on this site immediately. Payments in progress continue.
    </ConfirmDialog>
  );
}
