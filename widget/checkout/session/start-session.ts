import { createPause } from "./pause.ts";
import type { Details, Result, SessionApi } from "./session-api.ts";

/** After this long without a response the payer sees a message. The requests go on. */
const SILENT_MS = 12_000;
const RETRY_MS = [1_000, 3_000, 10_000];

export type StartResult = Exclude<Result, { kind: "unreachable" }>;
type Starting = {
  result: Promise<StartResult>;
  retryNow(): void;
};

/**
 * Starts a session. Retries with the same token until the server responds: a lost response must not make a second
 * account.
 */
export function startSession(
  api: SessionApi,
  token: string,
  details: Details,
  onNoResponse: () => void,
): Starting {
  const pause = createPause();
  const silentUntil = performance.now() + SILENT_MS;
  let timer = setTimeout(onNoResponse, SILENT_MS);

  async function start(): Promise<StartResult> {
    for (let tries = 0; ; tries++) {
      const result = await api.start(token, details);
      if (result.kind === "session") return result;
      if (result.kind === "refused") return result.status === 500 ? lookAgain(result) : result;
      if (performance.now() >= silentUntil || !navigator.onLine) onNoResponse();
      await pause.wait(Math.max(RETRY_MS[tries] ?? 10_000, result.retryAfterMs));
    }
  }

  function retryNow(): void {
    clearTimeout(timer);
    timer = setTimeout(onNoResponse, SILENT_MS);
    pause.wake();
  }

  /** The server also responds with 500 if it could not wait longer: the account may be on its way. */
  async function lookAgain(refusal: StartResult): Promise<StartResult> {
    const result = await api.read(token);
    return result.kind === "session" && result.session.status !== "failed" ? result : refusal;
  }

  return { result: start().finally(() => clearTimeout(timer)), retryNow };
}
