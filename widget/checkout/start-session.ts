import { createPause } from "./pause.ts";
import type { Answer, Details, SessionApi } from "./session-api.ts";

/** After so long without an answer the payer is told; it is tried on all the same. */
const SILENT_MS = 12_000;
const RETRY_MS = [1_000, 3_000, 10_000];

type Starting = {
  answer: Promise<Exclude<Answer, { kind: "unreachable" }>>;
  retryNow(): void;
};

/** Starts a session, and tries with the same token until there is an answer: a lost one must not make a second account. */
export function startSession(
  api: SessionApi,
  token: string,
  details: Details,
  onUnreachable: () => void,
): Starting {
  const pause = createPause();
  const silentUntil = performance.now() + SILENT_MS;
  let timer = setTimeout(onUnreachable, SILENT_MS);

  async function start(): Starting["answer"] {
    for (let tries = 0; ; tries++) {
      const answer = await api.start(token, details);
      if (answer.kind === "session") return answer;
      if (answer.kind === "refused") return answer.status === 500 ? lookAgain(answer) : answer;
      if (performance.now() >= silentUntil || !navigator.onLine) onUnreachable();
      await pause.wait(Math.max(RETRY_MS[tries] ?? 10_000, answer.retryAfterMs));
    }
  }

  function retryNow(): void {
    clearTimeout(timer);
    timer = setTimeout(onUnreachable, SILENT_MS);
    pause.wake();
  }

  /** A server that ran out of patience says 500, too: the account may be on its way. */
  async function lookAgain(refusal: Awaited<Starting["answer"]>): Starting["answer"] {
    const answer = await api.read(token);
    return answer.kind === "session" && answer.session.status !== "failed" ? answer : refusal;
  }

  return { answer: start().finally(() => clearTimeout(timer)), retryNow };
}
