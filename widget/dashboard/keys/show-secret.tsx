import { Button } from "../components/forms/button.tsx";
import { CodeBlock } from "../components/values/code-block.tsx";
import { Dialog, DialogActions } from "../components/layout/dialog.tsx";

/** A secret that is shown once. It stays until somebody says that they have it. */
export function ShowSecret({
  title,
  text,
  name,
  secret,
  done,
  onClose,
}: {
  title: string;
  text: string;
  name: string;
  secret: string;
  done: string;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} isOpen onClose={onClose} isDismissable={false}>
      <div className="dialog-text">{text}</div>
      <CodeBlock name={name} text={secret} isWrapped />
      <DialogActions>
        <Button kind="primary" onPress={onClose}>
          {done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
