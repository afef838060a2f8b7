import { useEffect } from "react";

/** What is filled in on the screen and not sent. */
const unsaved = new Set<symbol>();

/** Asks for confirmation before the person leaves this, while it is filled in and not sent. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const mine = Symbol("unsaved");
    unsaved.add(mine);
    return () => void unsaved.delete(mine);
  }, [isUnsaved]);
}

export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Lets the person leave without a question: what is on the screen may not be seen or sent any more. */
export const forgetUnsaved = (): void => unsaved.clear();
