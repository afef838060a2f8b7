import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { post, useChange } from "../api/change.ts";
import { queryClient } from "../api/query-client.ts";
import { Button } from "../components/forms/button.tsx";
import { CodeField } from "../components/forms/proof-fields.tsx";
import { ConfirmDialog, FormDialog } from "../components/layout/dialog.tsx";
import { Section } from "../components/layout/section.tsx";
import { Loaded } from "../components/messages/loaded.tsx";
import { Badge } from "../components/values/badge.tsx";
import { Copyable } from "../components/values/copy-button.tsx";
import { QrCode } from "../components/values/qr-code.tsx";
import { Time } from "../components/values/time.tsx";
import { factorsQuery } from "./factors-queries.ts";
import "./factors.css";

type AuthenticatorAppProps = { since: string | null; onCodes: (codes: string[]) => void };

/** The authenticator app; `onCodes` gets the recovery codes that the first second factor brings. */
export function AuthenticatorApp({ since, onCodes }: AuthenticatorAppProps) {
  const [open, setOpen] = useState<"set-up" | "turn-off">();
  const close = () => setOpen(undefined);
  const change = (
    <Button size="small" onPress={() => setOpen(since === null ? "set-up" : "turn-off")}>
      {since === null ? "Set up" : "Turn off"}
    </Button>
  );
  return (
    <Section
      title="Authenticator app"
      text="An app on your phone generates a code every 30 seconds, which you enter after your password."
      actions={change}
    >
      <p className="row">
        {since === null ? (
          <Badge>Off</Badge>
        ) : (
          <>
            <Badge colour="green">On</Badge>
            <span className="note">
              On since <Time at={since} isReal />
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
  // A query, since it must run once however often React mounts the dialog.
  const begun = useQuery({
    queryKey: ["factors", "totp"],
    queryFn: () => post("/totp/begin", {}),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const confirm = useChange(({ code = "" }: Record<string, string>) => post("/totp", {}, { code }), {
    done: "Authenticator app is on",
    onDone: ({ recoveryCodes }) => {
      onClose();
      if (recoveryCodes !== null) onCodes(recoveryCodes);
      return reloadFactors();
    },
  });
  return (
    <FormDialog
      title="Set up an authenticator app"
      submit="Turn on"
      text="Scan this with Google Authenticator, 1Password, Authy or another app."
      change={confirm}
      isDisabled={begun.data === undefined}
      onClose={onClose}
    >
      <Loaded query={begun}>
        {({ uri, secret }) => (
          <div className="factors-key">
            <QrCode text={uri} label="QR code for your authenticator app" />
            <p className="note">Or enter this key in the app</p>
            <Copyable text={secret.replace(/(.{4})(?=.)/g, "$1 ")} what="key" />
          </div>
        )}
      </Loaded>
      <CodeField label="Code from the app" description="Six digits." />
    </FormDialog>
  );
}

/** Not the query that begins the setup: it would begin again. */
const reloadFactors = () => queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey, exact: true });

function TurnOff({ onClose }: { onClose: () => void }) {
  const disable = useChange(() => post("/totp/disable", {}), {
    done: "Authenticator app is off",
    onDone: () => {
      onClose();
      return reloadFactors();
    },
  });
  return (
    <ConfirmDialog
      title="Turn off the authenticator app?"
      action="Turn off"
      isDanger
      onClose={onClose}
      change={disable}
    >
      You won’t be asked for its code any more. With a passkey, your account stays protected.
    </ConfirmDialog>
  );
}
