import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { IconButton } from "../components/forms/button.tsx";
import { Sidebar } from "./sidebar.tsx";
import "../components/layout/dialog.css";

type DrawerProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** The sidebar on small screens. */
export function Drawer({ isOpen, onOpenChange }: DrawerProps) {
  const close = () => onOpenChange(false);
  return (
    <ModalOverlay
      className="dialog-scrim drawer-scrim"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
    >
      <Modal className="drawer">
        <Dialog aria-label="Main">
          <div className="drawer-head row">
            <IconButton icon="close" label="Close navigation" onPress={close} />
          </div>
          <Sidebar onNavigate={close} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
