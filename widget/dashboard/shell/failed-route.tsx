import { useEffect } from "react";
import { PartNotLoaded } from "../api/load-part.ts";
import { ErrorState } from "../components/messages/states.tsx";

/**
 * What is shown in place of a screen that failed. One that was not loaded comes by itself once there is a connection:
 * a newer version may have replaced it, which starts with the page.
 */
export function FailedRoute({ error }: { error: unknown }) {
  const isMissing = error instanceof PartNotLoaded;
  useEffect(() => {
    if (!isMissing) return undefined;
    const again = () => void loadPageAgain({ isByItself: true });
    again();
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [isMissing]);
  return <ErrorState isScreen error={error} onRetry={() => void loadPageAgain({ isByItself: false })} />;
}

const AGAIN_AFTER_MS = 30_000;

/**
 * Loads the page again where the service responds; by itself not for ever. When it did so last is kept in the history:
 * that works also where the browser denies its storage, and the page would go on and on.
 */
async function loadPageAgain({ isByItself }: { isByItself: boolean }): Promise<void> {
  const state = window.history.state as { reloadedAt?: number } | null;
  if (isByItself && Date.now() - (state?.reloadedAt ?? 0) < AGAIN_AFTER_MS) return;
  const response = await fetch(window.location.href, { method: "HEAD" }).catch(() => undefined);
  if (response === undefined) return;
  window.history.replaceState({ ...state, reloadedAt: Date.now() }, "");
  window.location.reload();
}
