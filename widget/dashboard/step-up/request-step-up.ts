import { createStore } from "../components/store.ts";

type OpenStepUp = { done: (isProven: boolean) => void };

/** The open step-up, if any; step-up-dialog.tsx shows it. */
export const openStepUp = createStore<OpenStepUp | undefined>(undefined);

let pending: Promise<boolean> | undefined;

/** Has the person prove who they are again. Resolves to whether they did; concurrent callers share one dialog. */
export function requestStepUp(): Promise<boolean> {
  pending ??= new Promise<boolean>((resolve) => {
    openStepUp.set({ done: resolve });
  }).finally(() => {
    openStepUp.set(undefined);
    pending = undefined;
  });
  return pending;
}
