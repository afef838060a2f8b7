import { useState } from "react";
import { useChange } from "../api/change.ts";
import { Button } from "../components/forms/button.tsx";
import { ConfirmDialog } from "../components/layout/dialog.tsx";
import { useEnvironment } from "../shell/environment.ts";

type CancelProps = {
  what: "payout" | "refund" | "batch";
  /** False once it is being sent. */
  isPossible: boolean;
  send: () => Promise<unknown>;
  /** What will happen. */
  children: React.ReactNode;
};

const names = { payout: "Payout", refund: "Refund", batch: "Batch" };

/** Cancels what was not sent yet. A dialog that is open stays so, to show that it is too late. */
export function CancelButton({ what, isPossible, send, children }: CancelProps) {
  const environment = useEnvironment();
  const [isConfirming, setConfirming] = useState(false);
  const cancel = useChange(send, {
    reload: [[environment]],
    done: `${names[what]} canceled`,
    onDone: () => setConfirming(false),
  });
  if (!isPossible && !isConfirming) return null;
  return (
    <>
      {isPossible && <Button onPress={() => setConfirming(true)}>{`Cancel ${what}`}</Button>}
      <ConfirmDialog
        title={`Cancel ${what}`}
        action={`Cancel ${what}`}
        isDanger
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        change={cancel}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
