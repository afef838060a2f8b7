import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../api/client.ts";
import { Button } from "../components/forms/button.tsx";
import { CodeBlock } from "../components/values/code-block.tsx";
import { ConfirmDialog, Dialog, DialogActions } from "../components/layout/dialog.tsx";
import { Notice } from "../components/messages/notice.tsx";
import { Section } from "../components/layout/section.tsx";
import { factorTexts } from "../texts/factors.ts";
import { factorsQuery } from "./factors-queries.ts";
import "./factors.css";

const texts = factorTexts.recovery;
/** With so few left it is time for new ones. */
const FEW = 3;

/** How many recovery codes are left, and how to get new ones. */
export function RecoveryCodes({
  left,
  hasFactor,
  onCodes,
}: {
  left: number;
  hasFactor: boolean;
  onCodes: (codes: string[]) => void;
}) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const renew = useMutation({
    mutationFn: () => dataOf(api.POST("/recovery-codes")),
    onSuccess: async ({ recoveryCodes }) => {
      setAsking(false);
      onCodes(recoveryCodes);
      await queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey });
    },
  });
  return (
    <Section
      title={texts.title}
      text={texts.text}
      actions={
        hasFactor && (
          <Button size="small" onPress={() => setAsking(true)}>
            {texts.renew}
          </Button>
        )
      }
    >
      {!hasFactor ? (
        <p className="factors-facts">{texts.needed}</p>
      ) : left > FEW ? (
        <p className="factors-facts">{texts.left(left)}</p>
      ) : (
        <Notice kind="warning" title={texts.left(left)}>
          {texts.few}
        </Notice>
      )}
      <ConfirmDialog
        title={texts.renewTitle}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action={texts.renew}
        isPending={renew.isPending}
        error={renew.error}
        onConfirm={() => renew.mutate()}
      >
        {texts.renewText}
      </ConfirmDialog>
    </Section>
  );
}

/** Shows new recovery codes, which nobody shows again. */
export function NewRecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = codes.join("\n");
  const download = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
    link.download = "recovery-codes.txt";
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Dialog title={texts.shownTitle} isOpen onClose={onClose} isDismissable={false}>
      <p className="dialog-text">{texts.shownText}</p>
      <CodeBlock name={texts.codes} text={text} />
      <DialogActions>
        <Button onPress={download}>{texts.download}</Button>
        <Button kind="primary" onPress={onClose}>
          {texts.saved}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
