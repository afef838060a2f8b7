import { Suspense, useRef, useState } from "react";
import { Button } from "react-aria-components/Button";
import type { PopoverProps } from "react-aria-components/Popover";

/** What a menu's popover needs from its button. */
export type OfButton = {
  popover: Pick<PopoverProps, "triggerRef" | "isOpen" | "onOpenChange">;
  close: () => void;
};

type MenuButtonProps = {
  className: string;
  /** A Popover with a Menu. Its code may be loaded on first use: the press is not lost meanwhile. */
  menu: (ofButton: OfButton) => React.ReactNode;
  children: React.ReactNode;
};

/** A button that opens a menu, with a press or the arrow keys. */
export function MenuButton({ className, menu, children }: MenuButtonProps) {
  const triggerRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState<boolean>();
  const popover = { triggerRef, isOpen: isOpen ?? false, onOpenChange: setOpen };
  return (
    <>
      <Button
        ref={triggerRef}
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen ?? false}
        onPress={() => setOpen(true)}
        onKeyDown={({ key }) => (key === "ArrowDown" || key === "ArrowUp") && setOpen(true)}
      >
        {children}
      </Button>
      <Suspense>{isOpen !== undefined && menu({ popover, close: () => setOpen(false) })}</Suspense>
    </>
  );
}
