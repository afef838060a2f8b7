import { useEffect } from "react";
import { PartNotLoaded } from "../api/load-part.ts";
import { ErrorState } from "../components/messages/states.tsx";

/**
 * Shown instead of a failed screen. A screen that could not be loaded is retried once there is a connection; if a newer
 * version replaced it, by reloading the page.
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
 * Reloads the page if the service responds; without a person's press, not forever. The last time is kept in the
 * history: that works even if the browser denies its storage, and the page would reload endlessly.
 */
async function loadPageAgain({ isByItself }: { isByItself: boolean }): Promise<void> {
  const state = window.history.state as { reloadedAt?: number } | null;
  if (isByItself && Date.now() - (state?.reloadedAt ?? 0) < AGAIN_AFTER_MS) return;
  const response = await fetch(window.location.href, { method: "HEAD" }).catch(() => undefined);
  if (response === undefined) return;
  window.history.replaceState({ ...state, reloadedAt: Date.now() }, "");
  window.location.reload();
}
