import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { words } from "../../texts/words.ts";
import { Button, IconButton } from "../forms/button.tsx";
import { FormError } from "../forms/form.tsx";
import { useWait } from "../messages/use-wait.ts";
import "./dialog.css";

type DialogProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  size?: "small" | "large";
  /** False where a press beside it would lose what was typed. */
  isDismissable?: boolean;
  children: React.ReactNode;
};

/** A modal with a title. Its last child is usually a DialogActions. */
export function Dialog({
  title,
  isOpen,
  onClose,
  size = "small",
  isDismissable = true,
  children,
}: DialogProps) {
  return (
    <ModalOverlay
      className="dialog-scrim"
      isOpen={isOpen}
      isDismissable={isDismissable}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={`dialog dialog-${size}`}>
        <AriaDialog className="dialog-content">
          <div className="dialog-head">
            <Heading slot="title" className="dialog-title">
              {title}
            </Heading>
            <IconButton icon="close" label={words.close} onPress={onClose} />
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The buttons that end a dialog, the main one last. */
export function DialogActions({ children }: { children: React.ReactNode }) {
  return <div className="dialog-actions">{children}</div>;
}

type SubmitActionsProps = {
  /** The text of the button that sends the form. */
  children: string;
  kind?: "primary" | "danger";
  isPending: boolean;
  isDisabled?: boolean;
  onCancel: () => void;
};

/** The end of a form in a dialog. */
export function SubmitActions({ children, kind = "primary", onCancel, ...state }: SubmitActionsProps) {
  return (
    <DialogActions>
      <Button onPress={onCancel}>{words.cancel}</Button>
      <Button kind={kind} type="submit" {...state}>
        {children}
      </Button>
    </DialogActions>
  );
}

type ConfirmProps = Omit<DialogProps, "size" | "children" | "isDismissable"> & {
  /** What will happen, and whether it can be undone. */
  children: React.ReactNode;
  /** A verb with its object: Revoke key. */
  action: string;
  isDanger?: boolean;
  isPending?: boolean;
  error?: Error | null;
  onConfirm: () => void;
};

/** Asks before something that is hard to undo. */
export function ConfirmDialog({
  children,
  action,
  isDanger = false,
  isPending,
  error,
  onConfirm,
  ...dialog
}: ConfirmProps) {
  const isWaiting = useWait(error) > 0;
  return (
    <Dialog {...dialog}>
      <div className="dialog-text">{children}</div>
      {error && <FormError error={error} />}
      <DialogActions>
        <Button onPress={dialog.onClose}>{words.cancel}</Button>
        <Button
          kind={isDanger ? "danger" : "primary"}
          isPending={isPending}
          isDisabled={isWaiting}
          onPress={onConfirm}
          autoFocus
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
