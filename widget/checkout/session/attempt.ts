import { followSession, type FollowListeners, type Following } from "./follow-session.ts";
import type { Session } from "./session.ts";
import type { Details, SessionApi } from "./session-api.ts";
import { startSession, type StartResult } from "./start-session.ts";

/** The session that the payer is paying in, from the request for it to its end. */
export type Attempt = {
  token: string;
  /** Whether the server has responded to the request for the session. */
  isStarted(): boolean;
  /** Takes a session that came with another response. */
  take(session: Session): void;
  /** Polls at once. */
  recheck(): void;
  recheckInDoubt: Following["recheckInDoubt"];
  /** Repeats the unanswered request at once. */
  retry(): void;
  stop(): void;
};

type Listeners = FollowListeners & {
  /** The request for a session has gone unanswered for too long. */
  onNoResponse: () => void;
  onRefused: (refusal: Exclude<StartResult, { kind: "session" }>) => void;
};

/** Requests the session of a token, which may exist already, and follows it. */
export function startAttempt(
  api: SessionApi,
  token: string,
  details: Details,
  listeners: Listeners,
): Attempt {
  let following: Following | undefined;
  let isStopped = false;
  const starting = startSession(api, token, details, () => {
    if (!isStopped) listeners.onNoResponse();
  });

  async function follow(): Promise<void> {
    const result = await starting.result;
    if (isStopped) return;
    if (result.kind === "refused") return listeners.onRefused(result);
    following = followSession(api, token, listeners);
    following.take(result.session);
  }

  void follow();
  return {
    token,
    isStarted: () => following !== undefined,
    take: (session) => following?.take(session),
    recheck: () => following?.recheck(),
    recheckInDoubt: (reason) => following?.recheckInDoubt(reason),
    retry: () => (following === undefined ? starting.retryNow() : following.recheck()),
    stop() {
      isStopped = true;
      following?.stop();
    },
  };
}

/** Follows a session that this browser started earlier. */
export function resumeAttempt(api: SessionApi, token: string, listeners: FollowListeners): Attempt {
  const following = followSession(api, token, listeners);
  following.recheck();
  return { ...following, token, isStarted: () => true, retry: following.recheck };
}
