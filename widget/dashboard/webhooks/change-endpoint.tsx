import { post, put, useChange } from "../api/change.ts";
import type { Environment } from "../api/types.ts";
import { TextField } from "../components/forms/fields.tsx";
import { Select } from "../components/forms/select.tsx";
import { FormDialog } from "../components/layout/dialog.tsx";
import { RotateDialog, type Overlap } from "../keys/rotate-dialog.tsx";
import { useClockAhead } from "../components/values/lagos-days.ts";
import { useEnvironment } from "../shell/environment.ts";

const reloadOf = (environment: Environment) => [
  [environment, "webhook-endpoint"],
  [environment, "events"],
];

/** Sends the endpoint a test event. */
export function useSendTestEvent() {
  const environment = useEnvironment();
  return useChange(() => post("/{environment}/webhook-endpoint/test", { environment }), {
    reload: reloadOf(environment),
    done: "Test event sent",
    saysRefusal: true,
  });
}

type SetEndpointProps = { url: string; onClose: () => void; onSet: (secret: string | undefined) => void };

/** Sets the URL; onSet gets the secret if there was no endpoint before. */
export function SetEndpoint({ url, onClose, onSet }: SetEndpointProps) {
  const environment = useEnvironment();
  const set = useChange(
    ({ url: entered = "" }: Record<string, string>) =>
      put("/{environment}/webhook-endpoint", { environment }, { url: entered.trim() }),
    {
      reload: reloadOf(environment),
      done: "Endpoint saved. We’ll send events there from now on.",
      onDone: ({ secret }) => onSet(secret),
    },
  );
  return (
    <FormDialog
      title={url === "" ? "Set endpoint" : "Change URL"}
      submit="Save"
      change={set}
      onClose={onClose}
    >
      <TextField
        name="url"
        label="URL"
        description={
          environment === "live"
            ? "A full https URL on the public internet."
            : "A full URL on the public internet: https, or http in test mode."
        }
        placeholder="https://example.com/webhooks"
        defaultValue={url}
        type="url"
        isCode
        isRequired
        autoFocus
      />
    </FormDialog>
  );
}

type RotateSecretProps = { onClose: () => void; onRotated: (secret: string) => void };

/** Rotates the secret, after choosing the overlap. */
export function RotateSecret({ onClose, onRotated }: RotateSecretProps) {
  const environment = useEnvironment();
  const rotate = useChange(
    (overlap: Overlap) => post("/{environment}/webhook-endpoint/rotate-secret", { environment }, overlap),
    { reload: reloadOf(environment), onDone: ({ secret }) => onRotated(secret) },
  );
  return (
    <RotateDialog
      what="secret"
      text="We’ll create a new secret. During the overlap we sign each delivery with both, so none is rejected."
      change={rotate}
      onClose={onClose}
    />
  );
}

const HOUR_MS = 3_600_000;
/** By hours. */
const spans = {
  1: "the last hour",
  24: "the last 24 hours",
  168: "the last 7 days",
  335: "the last 14 days",
};

/** Sends undelivered events again, since a chosen time. */
export function RecoverEvents({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  // Events have the times of the test clock.
  const aheadMs = useClockAhead() ?? 0;
  const recover = useChange(
    ({ hours }: Record<string, string>) => {
      const since = new Date(Date.now() + aheadMs - Number(hours) * HOUR_MS).toISOString();
      return post("/{environment}/events/recover", { environment }, { since });
    },
    {
      reload: reloadOf(environment),
      done: ({ recovered, hasMore }) => {
        if (recovered === 0) return "Nothing left to resend.";
        const more = hasMore ? "; more are left, so run it again" : "";
        return `Resending ${recovered === 1 ? "1 event" : `${recovered} events`}${more}.`;
      },
      onDone: onClose,
    },
  );
  return (
    <FormDialog
      title="Send missed events"
      submit="Send missed events"
      text="We’ll resend every undelivered event since then, each once, up to a thousand at a time."
      change={recover}
      onClose={onClose}
      isDismissable
    >
      <Select name="hours" label="Since" defaultValue="24" options={Object.entries(spans)} />
    </FormDialog>
  );
}
