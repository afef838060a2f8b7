import { createPause } from "./pause.ts";
import type { Answer, Details, SessionApi } from "./session-api.ts";

/** After so many tries without an answer the payer is told, and every so often tried again. */
const SILENT_TRIES = 2;
const RETRY_MS = [1_000, 3_000, 10_000];

type Starting = {
  answer: Promise<Exclude<Answer, { kind: "unreachable" }>>;
  /** Tries again at once. */
  hurry(): void;
};

/** Starts a session, and tries with the same token until there is an answer: a lost one must not make a second account. */
export function startSession(
  api: SessionApi,
  token: string,
  details: Details,
  onUnreachable: () => void,
): Starting {
  const pause = createPause();

  async function start(): ReturnType<() => Starting["answer"]> {
    for (let tries = 0; ; tries++) {
      const answer = await api.start(token, details);
      if (answer.kind === "session") return answer;
      if (answer.kind === "refused") return answer.status === 500 ? lookAgain(answer) : answer;
      if (tries >= SILENT_TRIES || !navigator.onLine) onUnreachable();
      await pause.wait(RETRY_MS[tries] ?? 10_000);
    }
  }

  /** A server that ran out of patience says 500, too: the account may be on its way. */
  async function lookAgain(refusal: Awaited<Starting["answer"]>): Starting["answer"] {
    const answer = await api.read(token);
    return answer.kind === "session" && answer.session.status !== "failed" ? answer : refusal;
  }

  return { answer: start(), hurry: pause.wake };
}
