import { useEffect } from "react";
import { forgetUnsaved } from "../components/forms/unsaved.ts";
import { verificationQuery } from "../verification/verification-queries.ts";
import { queryClient } from "./query-client.ts";
import { sessionQuery } from "./session.ts";
import type { Environment } from "./types.ts";

/** A busy merchant's screens reload no more often than this. */
const CALM_MS = 3_000;
/** The response that switched the business brings a new token: it may still be on its way. */
const LEAVE_MS = 2_000;
/** After a refusal, which the browser does not try again. */
const REFUSED_MS = 60_000;

function startAgainHere(): void {
  forgetUnsaved();
  window.location.reload();
}

/** Reloads what belongs to no environment. It changes rarely and people wait for it, so at once. */
function reloadVerification(): void {
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: verificationQuery.queryKey });
}

/**
 * Reloads the screen's data when the service reports a change in the environment, only while the tab is visible: hidden
 * tabs would use up the browser's few connections.
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
      // Signed out, with another role, or switched to another business elsewhere: none of this may be shown any more.
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
