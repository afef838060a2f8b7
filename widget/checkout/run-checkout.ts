import { createDetailsForm } from "./details-form.ts";
import { followSession, type Following } from "./follow-session.ts";
import { listenToActions } from "./listen-to-actions.ts";
import { listenToReturns } from "./listen-to-returns.ts";
import type { Page } from "./page.ts";
import { reportErrors } from "./report-errors.ts";
import { isFinal, type Session } from "./session.ts";
import { createSessionApi, type Details } from "./session-api.ts";
import { createSessionMemory, createToken } from "./session-memory.ts";
import { createEndings } from "./show-ending.ts";
import { startSession } from "./start-session.ts";
import type { Parent } from "./talk-to-parent.ts";
import { createTransferView } from "./transfer-view.ts";
import type { Views } from "./views.ts";
import { watchForLateMoney, type LateWatch } from "./watch-for-late-money.ts";

type Setting = { page: Page; views: Views; parent: Parent };

/** Leads the payer from the link through one payment, or several tries at one. */
export function runCheckout({ page, views, parent }: Setting): void {
  const api = createSessionApi(page.slug);
  const memory = createSessionMemory(page.slug);
  const errors = reportErrors(parent);
  const endings = createEndings({ page, views, parent, errors });
  const transfer = createTransferView((doubt) => following?.recheckInDoubt(doubt));
  const form = page.hasForm ? createDetailsForm(begin) : undefined;
  const kept = memory.recall();

  let token = "";
  let following: Following | undefined;
  /** Of sessions that have expired, or that the payer has left for another, by their tokens. */
  const lateWatches = new Map<string, LateWatch>();
  /** The session of whose success everybody knows. */
  let toldToken = kept?.isOver ? kept.token : "";
  /** What this payment is begun again with; undefined where the payer has yet to say it. */
  let said: Details | undefined = page.hasForm ? undefined : {};
  let retry = () => {};

  function resume(resumed: string): void {
    views.show("resuming");
    token = resumed;
    follow();
    following?.recheck();
  }

  /** The payer says something else, which makes another session: money may be on its way to this one. */
  function startOver(): void {
    memory.setAside(token);
    watchLate(token);
    startAfresh();
  }

  /** To the form, or where there is none, straight to an account. */
  function startAfresh(): void {
    leave();
    memory.forget();
    if (form === undefined) begin({});
    else views.show("details");
  }

  function begin(details: Details): void {
    said = details;
    errors.reset();
    void start(details);
  }

  async function start(details: Details): Promise<void> {
    leave();
    const begun = createToken();
    token = begun;
    memory.keep(token);
    views.show("starting");
    const starting = startSession(api, token, details, () => {
      if (token === begun) showUnreachable();
    });
    retry = () => {
      views.show("starting");
      starting.retryNow();
    };
    const answer = await starting.answer;
    // Money came to an earlier account meanwhile.
    if (token !== begun) return;
    if (answer.kind === "session") {
      follow();
      return following?.take(answer.session);
    }
    memory.forget();
    retry = startAgain;
    if (answer.status === 409 || answer.status === 404) return close();
    if (answer.status === 429) return views.show("busy");
    if (answer.status === 422 && form !== undefined) {
      views.show("details");
      if (form.refuse(answer.details)) return;
    }
    endings.failed();
  }

  function startAgain(): void {
    if (said === undefined) startAfresh();
    else begin(said);
  }

  function follow(): void {
    following = followSession(api, token, {
      onSession: show,
      onUnknown: startAfresh,
      onConnection(isUp) {
        transfer.setConnected(isUp);
        if (!isUp && views.current() !== "transfer") showUnreachable();
      },
    });
    retry = () => {
      views.show("resuming");
      following?.recheck();
    };
  }

  function leave(): void {
    following?.stop();
    following = undefined;
    token = "";
    transfer.stop();
  }

  function show(session: Session): void {
    if (session.status === "starting") return views.show("starting");
    if (session.status === "awaiting_payment" || session.status === "underpaid") {
      transfer.fill(session);
      return views.show("transfer");
    }
    transfer.stop();
    retry = startAgain;
    if (session.status === "succeeded") return succeed(token, session);
    if (session.status === "failed") {
      memory.forget();
      return endings.failed();
    }
    // Where money has come, opening the link anew must not ask for all of it again.
    if (session.amountReceived.value > 0) memory.keep(token);
    else memory.end({ token, isOver: false });
    if (session.status === "closed") return void close(session.reference);
    memory.setAside(token);
    watchLate(token);
    endings.expired(session);
  }

  function succeed(paidToken: string, session: Session): void {
    leave();
    for (const watch of lateWatches.values()) watch.stop();
    memory.end({ token: paidToken, isOver: true });
    if (paidToken === toldToken) return endings.receipt(session);
    toldToken = paidToken;
    endings.success(session);
  }

  function watchLate(lateToken: string): void {
    if (lateWatches.has(lateToken)) return;
    const watch = watchForLateMoney(api, lateToken, {
      onSession(session) {
        if (session.status === "succeeded") succeed(lateToken, session);
        else if (lateToken === token && isFinal(session)) show(session);
      },
      onEnd() {
        lateWatches.delete(lateToken);
        memory.dropEarlier(lateToken);
      },
    });
    lateWatches.set(lateToken, watch);
  }

  /** The link takes no more money: perhaps because it was paid to an account that this payer had earlier. */
  async function close(reference?: string): Promise<void> {
    if (!(await findEarlierSuccess())) endings.closed(reference);
  }

  async function findEarlierSuccess(): Promise<boolean> {
    const found = await Promise.all(
      memory.earlier().map(async (earlier) => ({ earlier, answer: await api.read(earlier) })),
    );
    for (const { earlier, answer } of found) {
      if (answer.kind !== "session" || answer.session.status !== "succeeded") continue;
      succeed(earlier, answer.session);
      return true;
    }
    return false;
  }

  function showUnreachable(): void {
    views.show("unreachable");
    errors.tell("CHECKOUT_UNREACHABLE");
  }

  /** The link took its last payment before this page was opened. Whose payment began in this tab sees what became of it. */
  async function recallOnClosedLink(): Promise<void> {
    const answer = kept && (await api.read(kept.token));
    const session = answer?.kind === "session" ? answer.session : undefined;
    if (kept && session?.status === "succeeded") return succeed(kept.token, session);
    if (await findEarlierSuccess()) return;
    if (session && (session.status === "closed" || session.amountReceived.value > 0)) {
      endings.closed(session.reference);
    } else errors.tell("LINK_UNAVAILABLE");
  }

  listenToActions({
    close: () => parent.send({ type: "close" }),
    retry: () => retry(),
    check: () => following?.recheck(),
    startOver,
    startAgain,
    async playTransfer() {
      const answer = await api.playTransfer(token);
      if (answer.kind === "session") following?.take(answer.session);
      return answer.kind === "session";
    },
  });
  listenToReturns(() => {
    following?.recheck();
    for (const watch of lateWatches.values()) watch.recheck();
    if (views.current() === "unreachable" && navigator.onLine) retry();
  });

  if (!page.isOpen) return void recallOnClosedLink();
  if (kept !== undefined) resume(kept.token);
  else if (form === undefined) begin({});
  for (const earlier of memory.earlier()) {
    if (earlier === kept?.token) continue;
    watchLate(earlier);
    lateWatches.get(earlier)?.recheck();
  }
}
