import { Button } from "../components/forms/button.tsx";
import { Actions } from "../components/forms/form.tsx";
import { Dialog } from "../components/layout/dialog.tsx";
import { CodeBlock } from "../components/values/code-block.tsx";

type ShowSecretProps = { name: string; text: string; secret: string; onClose: () => void };

/** A secret that is shown once. It stays until the person confirms that they have it. */
export function ShowSecret({ name, text, secret, onClose }: ShowSecretProps) {
  return (
    <Dialog title={`Copy your ${name.toLowerCase()}`} onClose={onClose} isDismissable={false}>
      <div className="soft">{text}</div>
      <CodeBlock name={name} text={secret} isWrapped />
      <Actions>
        <Button kind="primary" onPress={onClose}>
          I’ve copied it
        </Button>
      </Actions>
    </Dialog>
  );
}
