import { createStore } from "../components/store.ts";

type Ask = { done: (isProven: boolean) => void };

/** The question that is open, if one is; step-up-dialog.tsx shows it. */
export const openStepUp = createStore<Ask | undefined>(undefined);

let asking: Promise<boolean> | undefined;

/** Asks the person to prove again that it is they. Resolves to whether they did; several callers share one question. */
export function askToStepUp(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    openStepUp.set({ done: resolve });
  }).finally(() => {
    openStepUp.set(undefined);
    asking = undefined;
  });
  return asking;
}
