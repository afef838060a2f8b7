import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { IconButton } from "../components/forms/button.tsx";
import { shellTexts as texts } from "../texts/shell.ts";
import { Sidebar } from "./sidebar.tsx";

/** The sidebar of small screens, over the screen. */
export function Drawer({
  isOpen,
  onOpenChange,
}: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const close = () => onOpenChange(false);
  return (
    <ModalOverlay className="drawer-scrim" isOpen={isOpen} onOpenChange={onOpenChange} isDismissable>
      <Modal className="drawer">
        <Dialog className="drawer-content" aria-label={texts.navigation}>
          <div className="drawer-head">
            <IconButton icon="close" label={texts.closeNavigation} onPress={close} />
          </div>
          <Sidebar onNavigate={close} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
