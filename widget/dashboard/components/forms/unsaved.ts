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

/** What is being sent. */
const sending = new Set<Promise<unknown>>();

/** Asks for confirmation before the person closes the page, or loads it again, while this is sent. */
export async function askWhileSent<Data>(sent: Promise<Data>): Promise<Data> {
  sending.add(sent);
  return sent.finally(() => sending.delete(sent));
}

/** Leaving for another screen is fine while something is sent: a toast tells its outcome. */
export const hasUnsettled = (): boolean => hasUnsaved() || sending.size > 0;

/** Lets the person leave without a question: what is on the screen may not be seen or sent any more. */
export const forgetUnsaved = (): void => {
  unsaved.clear();
  sending.clear();
};
