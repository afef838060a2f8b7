import { useEffect } from "react";
import { forgetUnsaved } from "../components/forms/unsaved.ts";
import { verificationQuery } from "../verification/verification-queries.ts";
import { queryClient } from "./query-client.ts";
import { sessionQuery } from "./session.ts";
import type { Environment } from "./types.ts";

/** A busy merchant's screens are not loaded more often than this. */
const CALM_MS = 3_000;
/** The response that moved the session to another business brings its new token: it may still be on its way. */
const LEAVE_MS = 2_000;
/** After a refusal, which the browser does not try again. */
const REFUSED_MS = 60_000;

function startAgainHere(): void {
  forgetUnsaved();
  window.location.reload();
}

/** Loads what belongs to no environment. It changes seldom, and people wait for it, so this happens at once. */
function reloadVerification(): void {
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: verificationQuery.queryKey });
}

/**
 * Loads what is on the screen again when the service says that something of the environment has changed. Only while the
 * tab is in sight: tabs behind it would take up the browser's few connections.
 */
export function useLiveUpdates(environment: Environment): void {
  useEffect(() => {
    let source: EventSource | undefined;
    let timer: number | undefined;
    let wasOpen = false;
    const reload = () => void queryClient.invalidateQueries({ queryKey: [environment] });
    const reloadSoon = () => {
      timer ??= window.setTimeout(() => {
        timer = undefined;
        reload();
      }, CALM_MS);
    };
    const open = () => {
      if (source !== undefined || document.hidden) return;
      source = new EventSource(`/dashboard/api/${environment}/updates`);
      source.addEventListener("message", ({ data }: MessageEvent<string>) => {
        reloadSoon();
        if ((JSON.parse(data) as { changed: string[] }).changed.includes("verification"))
          reloadVerification();
      });
      // Signed out elsewhere, with another role, or at another business: none of this may be seen any more.
      source.addEventListener("ended", () => setTimeout(startAgainHere, LEAVE_MS));
      source.addEventListener("open", () => {
        // Loads what changed while there was no stream.
        if (wasOpen) reload();
        wasOpen = true;
      });
      source.addEventListener("error", () => {
        if (source?.readyState !== EventSource.CLOSED) return;
        close();
        retry = window.setTimeout(open, REFUSED_MS);
      });
    };
    let retry: number | undefined;
    const close = () => {
      source?.close();
      source = undefined;
      window.clearTimeout(retry);
    };
    const follow = () => (document.hidden ? close() : open());
    open();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      window.clearTimeout(timer);
      close();
    };
  }, [environment]);
}
