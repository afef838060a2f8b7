import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../api/client.ts";
import { Dialog, SubmitActions } from "../components/layout/dialog.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form } from "../components/forms/form.tsx";
import { Select } from "../components/forms/select.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { useEnvironment } from "../shell/environment.ts";
import { webhookTexts as texts } from "../texts/webhooks.ts";
import { words } from "../texts/words.ts";

/** Reads the endpoint and the events again. */
function useRefresh(): () => void {
  const environment = useEnvironment();
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: [environment, "webhook-endpoint"] });
    void queryClient.invalidateQueries({ queryKey: [environment, "events"] });
  };
}

/** Sends the endpoint an event that reports nothing. */
export function useSendTestEvent() {
  const environment = useEnvironment();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () =>
      dataOf(api.POST("/{environment}/webhook-endpoint/test", { params: { path: { environment } } })),
    onSuccess: () => {
      refresh();
      toast(texts.test.sent);
    },
    onError: (error) => toast(error),
  });
}

/** Asks for the URL; onSet has the secret where there was no endpoint before. */
export function SetEndpoint({
  url,
  onClose,
  onSet,
}: {
  url: string;
  onClose: () => void;
  onSet: (secret: string | undefined) => void;
}) {
  const environment = useEnvironment();
  const refresh = useRefresh();
  const set = useMutation({
    mutationFn: (body: { url: string }) =>
      dataOf(api.PUT("/{environment}/webhook-endpoint", { params: { path: { environment } }, body })),
    onSuccess: ({ secret }) => {
      refresh();
      toast(texts.endpoint.saved);
      onSet(secret);
    },
  });
  return (
    <Dialog
      title={url === "" ? texts.endpoint.set : texts.endpoint.change}
      isOpen
      onClose={onClose}
      isDismissable={false}
    >
      <Form onSubmit={({ url: entered = "" }) => set.mutate({ url: entered.trim() })} error={set.error}>
        <TextField
          name="url"
          label={texts.endpoint.url}
          description={
            environment === "live" ? texts.endpoint.urlDescription : texts.endpoint.urlDescriptionTest
          }
          placeholder="https://example.com/webhooks"
          defaultValue={url}
          type="url"
          isCode
          isRequired
          autoFocus
        />
        <SubmitActions onCancel={onClose} isPending={set.isPending}>
          {words.save}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}

/** Asks for the overlap, and makes a new secret. */
export function RotateSecret({
  onClose,
  onRotated,
}: {
  onClose: () => void;
  onRotated: (secret: string) => void;
}) {
  const environment = useEnvironment();
  const refresh = useRefresh();
  const [overlap, setOverlap] = useState("24");
  const rotate = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST("/{environment}/webhook-endpoint/rotate-secret", {
          params: { path: { environment } },
          body: { overlapHours: Number(overlap) as 0 | 1 | 24 | 72 },
        }),
      ),
    onSuccess: ({ secret }) => {
      refresh();
      onRotated(secret);
    },
  });
  return (
    <Dialog title={texts.secret.rotate} isOpen onClose={onClose}>
      <Form onSubmit={() => rotate.mutate()} error={rotate.error}>
        <div className="dialog-text">{texts.secret.rotateText}</div>
        <Select
          label={texts.secret.overlap}
          value={overlap}
          onChange={setOverlap}
          options={Object.entries(texts.secret.overlaps)}
        />
        <SubmitActions onCancel={onClose} isPending={rotate.isPending}>
          {texts.secret.rotate}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}

const HOUR_MS = 3_600_000;

/** Asks since when, and sends again what was not delivered. */
export function RecoverEvents({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const refresh = useRefresh();
  const [hours, setHours] = useState("24");
  const recover = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST("/{environment}/events/recover", {
          params: { path: { environment } },
          body: { since: new Date(Date.now() - Number(hours) * HOUR_MS).toISOString() },
        }),
      ),
    onSuccess: ({ recovered, hasMore }) => {
      refresh();
      toast(texts.recover.done(recovered, hasMore));
      onClose();
    },
  });
  return (
    <Dialog title={texts.recover.title} isOpen onClose={onClose}>
      <Form onSubmit={() => recover.mutate()} error={recover.error}>
        <div className="dialog-text">{texts.recover.text}</div>
        <Select
          label={texts.recover.since}
          value={hours}
          onChange={setHours}
          options={Object.entries(texts.recover.spans)}
        />
        <SubmitActions onCancel={onClose} isPending={recover.isPending}>
          {texts.recover.action}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}
