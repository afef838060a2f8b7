import { checkDetails, explainRefusal, readDetails, type TypedDetails } from "./details/check-details.ts";
import { createCopy } from "./elements/copy-text.ts";
import { reportErrors } from "./frame/report-errors.ts";
import type { Parent } from "./frame/talk-to-parent.ts";
import { parseNaira } from "./money.ts";
import { hasForm, type CheckoutLink, type Limits } from "./page-facts.ts";
import { resumeAttempt, startAttempt, type Attempt } from "./session/attempt.ts";
import { listenToReturns } from "./session/listen-to-returns.ts";
import { excessOf, isFinal, type Session } from "./session/session.ts";
import { createSessionApi, type Details } from "./session/session-api.ts";
import { createSessionMemory } from "./session/session-memory.ts";
import type { FollowListeners } from "./session/follow-session.ts";
import type { StartResult } from "./session/start-session.ts";
import { isOver, watchLateMoney } from "./session/watch-late-money.ts";
import type { Actions } from "./state/actions.ts";
import type { CheckoutState } from "./state/checkout-state.ts";
import {
  show,
  showConnection,
  showEdit,
  showExpired,
  showForm,
  showPlay,
  showSession,
  showStart,
  showTime,
} from "./state/transitions.ts";
import type { Store } from "./state/store.ts";
import { readMerchantUrl } from "./succeeded/merchant-url.ts";
import { createClock } from "./transfer/clock.ts";

/** How long the payer sees the receipt before the merchant's page is opened. */
const REDIRECT_MS = 3_000;

type Parts = {
  link: CheckoutLink;
  limits: Limits | undefined;
  isFramed: boolean;
  store: Store;
  parent: Parent;
};

export type CheckoutRun = {
  actions: Actions;
  /** Starts a session, resumes this browser's, or waits for the form. */
  begin(): void;
};

/** Runs one payment, which may take several sessions. `store` holds what the payer sees. */
export function runCheckout({ link, limits, isFramed, store, parent }: Parts): CheckoutRun {
  const api = createSessionApi(link.slug);
  const memory = createSessionMemory(link.slug);
  const errors = reportErrors(parent);
  const clock = createClock({
    onTick: (secondsLeft) => store.update(showTime, secondsLeft),
    onDoubt: (reason) => attempt?.recheckInDoubt(reason),
  });
  const late = watchLateMoney(api, { onSession: takeLate, onEnd: memory.dropEarlier });
  /** What this browser remembered when the page was opened. */
  const found = memory.recall();
  /** The session that the payer is paying in; undefined before it and after its end. */
  let attempt: Attempt | undefined;
  /** The last session that ended. */
  let ended: string | undefined;

  store.onChange((page, before) => {
    if (page.state !== before.state) errors.report(page.state);
  });

  const following: FollowListeners = {
    onSession(session) {
      if (attempt !== undefined) take(attempt.token, session);
    },
    onUnknown() {
      // Without a form, another tab may be requesting it right now: the same token gives one session.
      if (hasForm(link)) memory.leave(attempt?.token);
      startAfresh();
    },
    onConnection: (isUp) => store.update(showConnection, isUp),
  };

  const showState = (state: CheckoutState) => store.update(show, state);

  function edit(field: "amount" | "email", typed: string): void {
    const error = checkDetails({ [field]: typed }, limits)[field];
    store.update(showEdit, field, error, error === undefined ? parseNaira(typed) : undefined);
  }

  function submit(typed: TypedDetails): void {
    const wrong = checkDetails(typed, limits);
    if (Object.keys(wrong).length === 0) void start(readDetails(typed));
    else store.update(showForm, wrong);
  }

  async function start(details: Details): Promise<void> {
    leave();
    errors.reset();
    store.update(showStart, details);
    attempt = startAttempt(api, await memory.claim(), details, {
      ...following,
      onNoResponse: () => showState({ kind: "unreachable" }),
      onRefused: refuse,
    });
  }

  function resume(token: string): void {
    showState({ kind: "resuming" });
    attempt = resumeAttempt(api, token, following);
  }

  function refuse({ status, details }: Exclude<StartResult, { kind: "session" }>): void {
    memory.leave(attempt?.token);
    leave();
    if (status === 409 || status === 404) return void close();
    if (status === 429) return showState({ kind: "busy" });
    const wrong = explainRefusal(link, details);
    if (status === 422 && Object.keys(wrong).length > 0) store.update(showForm, wrong);
    else showState({ kind: "failed" });
  }

  function leave(): void {
    attempt?.stop();
    attempt = undefined;
    clock.stop();
  }

  function startAfresh(): void {
    leave();
    if (hasForm(link)) store.update(showForm);
    else void start({});
  }

  function startAgain(): void {
    const { entered } = store.page();
    memory.leave(ended);
    if (entered === undefined) startAfresh();
    else void start(entered);
  }

  /** New details need a new session. Money may be on its way to this one. */
  function startOver(): void {
    if (attempt !== undefined) setAside(attempt.token);
    memory.leave(attempt?.token);
    startAfresh();
  }

  function setAside(token: string): void {
    memory.setAside(token);
    late.watch(token);
  }

  function retry(): void {
    if (attempt === undefined) return startAgain();
    showState({ kind: attempt.isStarted() ? "resuming" : "starting" });
    attempt.retry();
  }

  function take(token: string, session: Session): void {
    if (!isFinal(session)) {
      store.update(showSession, session);
      if (session.status !== "starting") clock.sync(session);
      return;
    }
    leave();
    ended = token;
    if (session.status === "succeeded") return succeed(token, session);
    if (session.status === "failed") {
      memory.leave(token);
      return showState({ kind: "failed" });
    }
    // The payer returns to a session that ended long ago without money.
    const isBack = token === found.token && session.isLinkOpen;
    if (isBack && session.amountReceived.value === 0 && isOver(session)) return startAgain();
    if (session.status === "closed") return void close(session.reference);
    setAside(token);
    store.update(showExpired, token, session);
  }

  function takeLate(token: string, session: Session): void {
    const { state } = store.page();
    if (session.status === "succeeded") succeed(token, session);
    else if (state.kind === "expired" && state.token === token && isFinal(session)) take(token, session);
  }

  function succeed(token: string, session: Session): void {
    leave();
    late.stop();
    ended = token;
    const isSeen = found.isOver && found.token === token;
    memory.end(token);
    const merchantUrl = readMerchantUrl(session);
    // In a frame, only the payer's own click may navigate the page around it. After an overpayment, the payer reads
    // about that first.
    const isRedirecting = !isSeen && !isFramed && merchantUrl !== undefined && excessOf(session) === 0;
    showState({ kind: "succeeded", session, isRedirecting });
    if (!isSeen) parent.send({ type: "success", reference: session.reference ?? "" });
    if (isRedirecting) setTimeout(() => location.assign(merchantUrl), REDIRECT_MS);
  }

  /** The link accepts no more payments: perhaps this payer paid it in an earlier session. */
  async function close(reference?: string): Promise<void> {
    if (!(await findEarlierSuccess())) showState({ kind: "closed", reference });
  }

  async function findEarlierSuccess(): Promise<boolean> {
    const results = await Promise.all(
      memory.recall().earlier.map(async (token) => ({ token, result: await api.read(token) })),
    );
    for (const { token, result } of results) {
      if (result.kind !== "session" || result.session.status !== "succeeded") continue;
      succeed(token, result.session);
      return true;
    }
    return false;
  }

  /** The link was closed before this page was opened. If this browser has a session, the payer sees its state. */
  async function recallOnClosedLink(): Promise<void> {
    const { token } = found;
    const result = token && (await api.read(token));
    const session = result && result.kind === "session" ? result.session : undefined;
    if (session?.status === "succeeded") return succeed(token, session);
    if (session && !isFinal(session)) return resume(token);
    if (await findEarlierSuccess()) return;
    if (session && (session.status === "closed" || session.amountReceived.value > 0)) {
      showState({ kind: "closed", reference: session.reference });
    } else errors.report(store.page().state);
  }

  /** Settling takes a moment, in which the button must not work again. */
  async function playTransfer(): Promise<void> {
    const { state } = store.page();
    if (attempt === undefined || state.kind !== "transfer" || state.play === "busy") return;
    store.update(showPlay, "busy");
    const result = await api.playTransfer(attempt.token);
    store.update(showPlay, result.kind === "session" ? "idle" : "failed");
    if (result.kind === "session") attempt?.take(result.session);
  }

  function begin(): void {
    listenToReturns(() => {
      attempt?.recheck();
      late.recheck();
      const { kind } = store.page().state;
      if (kind === "unreachable" && navigator.onLine) retry();
      // Another tab has started a session meanwhile.
      const { token } = memory.recall();
      if (token && kind === "details") resume(token);
    });
    if (link.status !== "active") return void recallOnClosedLink();
    if (found.token) resume(found.token);
    else if (!hasForm(link)) void start({});
    for (const token of found.earlier) if (token !== found.token) late.watch(token);
    late.recheck();
  }

  return {
    actions: {
      edit,
      submit,
      copy: createCopy(store),
      close: () => parent.send({ type: "close" }),
      retry,
      check: () => attempt?.recheck(),
      startOver,
      startAgain,
      playTransfer,
    },
    begin,
  };
}
