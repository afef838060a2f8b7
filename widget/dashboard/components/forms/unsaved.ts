import { useEffect } from "react";

/** What is on the screen that somebody filled in and has not sent. */
const unsaved = new Set<symbol>();

/** Has the person asked before they leave this, while it is filled in and not sent. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const mine = Symbol("unsaved");
    unsaved.add(mine);
    return () => void unsaved.delete(mine);
  }, [isUnsaved]);
}

export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Leaves without a question: what is on the screen may not be seen or sent any more. */
export const forgetUnsaved = (): void => unsaved.clear();
