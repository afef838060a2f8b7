import { useState } from "react";
import { post, useChange } from "../api/change.ts";
import { Button } from "../components/forms/button.tsx";
import { Actions } from "../components/forms/form.tsx";
import { ConfirmDialog, Dialog } from "../components/layout/dialog.tsx";
import { Section } from "../components/layout/section.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { CodeBlock } from "../components/values/code-block.tsx";
import { saveFile } from "../components/values/save-file.ts";
import { factorsQuery } from "./factors-queries.ts";

const FEW = 3;

type RecoveryCodesProps = { left: number; hasFactor: boolean; onCodes: (codes: string[]) => void };

/** How many recovery codes are left, and how to get new ones. */
export function RecoveryCodes({ left, hasFactor, onCodes }: RecoveryCodesProps) {
  const [isConfirming, setConfirming] = useState(false);
  const renew = useChange(() => post("/recovery-codes", {}), {
    reload: [factorsQuery.queryKey],
    onDone: ({ recoveryCodes }) => {
      setConfirming(false);
      onCodes(recoveryCodes);
    },
  });
  const leftText = left === 1 ? "1 code left" : `${left} codes left`;
  return (
    <Section
      title="Recovery codes"
      text="For when you’ve lost your phone and passkeys. Each code works once, in place of the code from the app."
      actions={
        hasFactor && (
          <Button size="small" onPress={() => setConfirming(true)}>
            Generate new codes
          </Button>
        )
      }
    >
      {hasFactor && left <= FEW ? (
        <Notice kind="warning" title={leftText}>
          Generate new codes before you run out.
        </Notice>
      ) : (
        <p className="note">
          {hasFactor ? leftText : "You’ll get them with your first passkey or authenticator app."}
        </p>
      )}
      <ConfirmDialog
        title="Generate new recovery codes?"
        action="Generate new codes"
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        change={renew}
      >
        Your current codes will stop working.
      </ConfirmDialog>
    </Section>
  );
}

/** Shows new recovery codes, once. */
export function NewRecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = codes.join("\n");
  return (
    <Dialog title="Save your recovery codes" onClose={onClose} isDismissable={false}>
      <p className="soft">
        You won’t be able to see them again. Keep them somewhere you can reach without your phone: in a
        password manager or on paper.
      </p>
      <CodeBlock name="Recovery codes" text={text} />
      <Actions>
        <Button onPress={() => saveFile("recovery-codes.txt", "text/plain", `${text}\n`)}>Download</Button>
        <Button kind="primary" onPress={onClose}>
          I’ve saved them
        </Button>
      </Actions>
    </Dialog>
  );
}
