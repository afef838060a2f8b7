import { useEffect } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { Button, IconButton } from "../forms/button.tsx";
import { Actions, Form, FormError } from "../forms/form.tsx";
import { toast } from "../messages/toasts.tsx";
import { useWait } from "../messages/use-wait.ts";
import "./dialog.css";

type DialogProps = {
  title: string;
  isOpen?: boolean;
  onClose: () => void;
  size?: "small" | "large";
  /** False if a press beside it would lose typed text. */
  isDismissable?: boolean;
  children: React.ReactNode;
};

/** A modal with a title. Its last child is usually an Actions. */
export function Dialog(props: DialogProps) {
  const { title, isOpen = true, onClose, size = "small", isDismissable = true, children } = props;
  return (
    <ModalOverlay
      className="dialog-scrim"
      isOpen={isOpen}
      isDismissable={isDismissable}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={`dialog dialog-${size}`}>
        <AriaDialog className="dialog-content stack">
          <div className="dialog-head row">
            <Heading slot="title" className="dialog-title fill">
              {title}
            </Heading>
            <IconButton icon="close" label="Close" onPress={onClose} />
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
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
    <Actions>
      <Button onPress={onCancel}>Cancel</Button>
      <Button kind={kind} type="submit" {...state}>
        {children}
      </Button>
    </Actions>
  );
}

/** The state of what is sent, from useChange(). */
type Change = { isPending: boolean; error: Error | null };

type FormDialogProps = Omit<DialogProps, "size"> & {
  /** What to know before the fields. */
  text?: React.ReactNode;
  /** The text of the button that sends it. */
  submit: string;
  kind?: "primary" | "danger";
  /** Sends the text of each named field. */
  change: Change & { mutate: (values: Record<string, string>) => void };
  isDisabled?: boolean;
};

/** A form in a dialog. A press beside it does not lose typed text, unless it `isDismissable`. */
export function FormDialog(props: FormDialogProps) {
  const { text, submit, kind, change, isDisabled, children, isDismissable = false, ...dialog } = props;
  return (
    <Dialog {...dialog} isDismissable={isDismissable}>
      {text !== undefined && <p className="soft">{text}</p>}
      <Form onSubmit={(values) => change.mutate(values)} error={change.error}>
        {children}
        <SubmitActions
          onCancel={dialog.onClose}
          kind={kind}
          isPending={change.isPending}
          isDisabled={isDisabled}
        >
          {submit}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}

type ConfirmProps = Omit<DialogProps, "size" | "isDismissable"> & {
  /** A verb with its object: Revoke key. Also its title, unless it has another. */
  action: string;
  isDanger?: boolean;
  change: Change & { mutate: () => void };
};

/** Confirms something that is hard to undo. Its children explain what will happen, and whether it can be undone. */
export function ConfirmDialog({ children, action, isDanger = false, change, ...dialog }: ConfirmProps) {
  const isWaiting = useWait(change.error) > 0;
  const { isOpen = true } = dialog;
  useEffect(() => {
    if (change.error && !isOpen) toast(change.error);
    // Only what fails while it is closed: an open one shows it.
  }, [change.error]);
  return (
    <Dialog {...dialog}>
      <div className="soft">{children}</div>
      {change.error && <FormError error={change.error} />}
      <Actions>
        <Button onPress={dialog.onClose}>Cancel</Button>
        <Button
          kind={isDanger ? "danger" : "primary"}
          isPending={change.isPending}
          isDisabled={isWaiting}
          onPress={() => change.mutate()}
          autoFocus
        >
          {action}
        </Button>
      </Actions>
    </Dialog>
  );
}
