import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { generate } from "lean-qr";
import { useState } from "react";
import { api, dataOf } from "../api/client.ts";
import { Badge } from "../components/values/badge.tsx";
import { Button } from "../components/forms/button.tsx";
import { Copyable } from "../components/values/copy-button.tsx";
import { ConfirmDialog, Dialog, SubmitActions } from "../components/layout/dialog.tsx";
import { TextField } from "../components/forms/fields.tsx";
import { Form } from "../components/forms/form.tsx";
import { Section } from "../components/layout/section.tsx";
import { ErrorState, Skeleton } from "../components/messages/states.tsx";
import { Time } from "../components/values/time.tsx";
import { toast } from "../components/messages/toasts.tsx";
import { factorTexts } from "../texts/factors.ts";
import { factorsQuery } from "./factors-queries.ts";
import "./factors.css";

const texts = factorTexts.totp;

/** The app that makes codes; `onCodes` is told of the recovery codes that it brings as the first second factor. */
export function AuthenticatorApp({
  since,
  onCodes,
}: {
  since: string | null;
  onCodes: (codes: string[]) => void;
}) {
  const [open, setOpen] = useState<"set-up" | "turn-off">();
  const close = () => setOpen(undefined);
  return (
    <Section
      title={texts.title}
      text={texts.text}
      actions={
        since === null ? (
          <Button size="small" onPress={() => setOpen("set-up")}>
            {texts.turnOn}
          </Button>
        ) : (
          <Button size="small" onPress={() => setOpen("turn-off")}>
            {texts.turnOff}
          </Button>
        )
      }
    >
      <p className="factors-state">
        {since === null ? (
          <Badge>{texts.off}</Badge>
        ) : (
          <>
            <Badge colour="green">{texts.on}</Badge>
            <span className="factors-facts">
              {texts.since} <Time at={since} isReal />
            </span>
          </>
        )}
      </p>
      {open === "set-up" && <SetUp onClose={close} onCodes={onCodes} />}
      {open === "turn-off" && <TurnOff onClose={close} />}
    </Section>
  );
}

function SetUp({ onClose, onCodes }: { onClose: () => void; onCodes: (codes: string[]) => void }) {
  const queryClient = useQueryClient();
  // A query, since it has to happen once however often React starts the dialog.
  const begun = useQuery({
    queryKey: ["factors", "totp"],
    queryFn: () => dataOf(api.POST("/totp/begin")),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const confirm = useMutation({
    mutationFn: (code: string) => dataOf(api.POST("/totp", { body: { code } })),
    onSuccess: async ({ recoveryCodes }) => {
      toast(texts.wasTurnedOn);
      onClose();
      if (recoveryCodes !== null) onCodes(recoveryCodes);
      await queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey, exact: true });
    },
  });
  if (begun.isError)
    return (
      <Dialog title={texts.setUpTitle} isOpen onClose={onClose}>
        <ErrorState error={begun.error} onRetry={() => void begun.refetch()} />
      </Dialog>
    );
  return (
    <Dialog title={texts.setUpTitle} isOpen onClose={onClose} isDismissable={false}>
      <p className="dialog-text">{texts.scan}</p>
      {begun.data === undefined ? <Skeleton width={30} /> : <QrCode text={begun.data.uri} />}
      {begun.data && (
        <div className="factors-key">
          <p className="factors-facts">{texts.byHand}</p>
          <Copyable text={begun.data.secret.replace(/(.{4})(?=.)/g, "$1 ")} what={texts.key} />
        </div>
      )}
      <Form error={confirm.error} onSubmit={({ code = "" }) => confirm.mutate(code)}>
        <TextField
          label={texts.code}
          description={texts.codeHint}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          isCode
          isRequired
          autoFocus
        />
        <SubmitActions onCancel={onClose} isPending={confirm.isPending}>
          {texts.finish}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}

/** The light rim that scanners need, in dots. */
const RIM = 4;

function QrCode({ text }: { text: string }) {
  const code = generate(text);
  const size = code.size + 2 * RIM;
  let path = "";
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x + RIM} ${y + RIM}h1v1h-1z`;
  }
  return (
    <svg
      className="factors-qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={texts.qrOf}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#101b15" />
    </svg>
  );
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const disable = useMutation({
    mutationFn: () => dataOf(api.POST("/totp/disable")),
    onSuccess: async () => {
      toast(texts.wasTurnedOff);
      onClose();
      await queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey, exact: true });
    },
  });
  return (
    <ConfirmDialog
      title={texts.offTitle}
      isOpen
      onClose={onClose}
      action={texts.turnOff}
      isDanger
      isPending={disable.isPending}
      error={disable.error}
      onConfirm={() => disable.mutate()}
    >
      {texts.offText}
    </ConfirmDialog>
  );
}
