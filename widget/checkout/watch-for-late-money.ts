import type { Following } from "./follow-session.ts";
import type { Session } from "./session.ts";
import type { SessionApi } from "./session-api.ts";

const ASK_MS = 15_000;

/**
 * Asks now and then for a session that has expired: a transfer that was on its way may arrive and still count, and its
 * payer must not be led to pay twice.
 */
export function watchForLateMoney(
  api: SessionApi,
  token: string,
  onSuccess: (session: Session) => void,
): Following {
  let isStopped = false;
  const timer = setInterval(ask, ASK_MS);

  async function ask(): Promise<void> {
    const answer = await api.read(token);
    if (answer.kind === "session") take(answer.session);
  }

  function take(session: Session): void {
    if (isStopped || session.status !== "succeeded") return;
    stop();
    onSuccess(session);
  }

  function stop(): void {
    isStopped = true;
    clearInterval(timer);
  }

  return { take, recheck: () => void ask(), stop };
}
