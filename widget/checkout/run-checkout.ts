import { createDetailsForm } from "./details-form.ts";
import { followSession, type Following } from "./follow-session.ts";
import { listenToActions } from "./listen-to-actions.ts";
import { listenToReturns } from "./listen-to-returns.ts";
import type { Page } from "./page.ts";
import { reportErrors } from "./report-errors.ts";
import type { Session } from "./session.ts";
import { createSessionApi, type Details } from "./session-api.ts";
import { createSessionMemory, createToken, type Kept } from "./session-memory.ts";
import { createEndings } from "./show-ending.ts";
import { startSession } from "./start-session.ts";
import type { Parent } from "./talk-to-parent.ts";
import { createTransferView } from "./transfer-view.ts";
import type { Views } from "./views.ts";
import { watchForLateMoney } from "./watch-for-late-money.ts";

type Setting = { page: Page; views: Views; parent: Parent };

/** Leads the payer from the link through one payment, or several tries at one. */
export function runCheckout({ page, views, parent }: Setting): void {
  const api = createSessionApi(page.slug);
  const memory = createSessionMemory(page.slug);
  const errors = reportErrors(parent);
  const endings = createEndings({ page, views, parent, errors });
  const transfer = createTransferView((options) => following?.recheck(options));
  const form = page.hasForm ? createDetailsForm(begin) : undefined;

  let token = "";
  let following: Following | undefined;
  /** What this payment is begun again with; undefined where the payer has yet to say it. */
  let said: Details | undefined = page.hasForm ? undefined : {};
  let retry = () => {};

  function resume(kept: Kept): void {
    views.show("resuming");
    token = kept.token;
    follow(kept.isOver ? endings.receipt : endings.success);
    following?.recheck();
  }

  /** To the form, or where there is none, straight to an account. */
  function startOver(): void {
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
    token = createToken();
    memory.keep(token);
    views.show("starting");
    const starting = startSession(api, token, details, showUnreachable);
    retry = () => {
      views.show("starting");
      starting.hurry();
    };
    const answer = await starting.answer;
    if (answer.kind === "session") {
      follow(endings.success);
      return following?.take(answer.session);
    }
    memory.forget();
    retry = startAgain;
    if (answer.status === 409 || answer.status === 404) return endings.closed();
    if (answer.status === 429) return views.show("busy");
    if (answer.status === 422 && form !== undefined) {
      views.show("details");
      if (form.refuse(answer.details)) return;
    }
    endings.failed();
  }

  function startAgain(): void {
    if (said === undefined) startOver();
    else begin(said);
  }

  function follow(onSuccess: (session: Session) => void): void {
    following = followSession(api, token, {
      onSession: (session) => show(session, onSuccess),
      onUnknown: startOver,
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
    transfer.stop();
  }

  function show(session: Session, onSuccess: (session: Session) => void): void {
    if (session.status === "starting") return views.show("starting");
    if (session.status === "awaiting_payment" || session.status === "underpaid") {
      transfer.fill(session);
      return views.show("transfer");
    }
    transfer.stop();
    retry = startAgain;
    if (session.status === "failed") {
      memory.forget();
      return endings.failed();
    }
    memory.end(token);
    if (session.status === "succeeded") onSuccess(session);
    else if (session.status === "expired") {
      endings.expired(session);
      following = watchForLateMoney(api, token, (late) => show(late, onSuccess));
    } else endings.closed(session.reference);
  }

  function showUnreachable(): void {
    views.show("unreachable");
    errors.tell("CHECKOUT_UNREACHABLE");
  }

  /** The link took its last payment: whoever made it in this tab may see the receipt again. */
  async function recallReceipt({ token }: Kept): Promise<void> {
    const answer = await api.read(token);
    if (answer.kind === "session" && answer.session.status === "succeeded") endings.receipt(answer.session);
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
    if (views.current() === "unreachable" && navigator.onLine) retry();
  });

  const kept = memory.recall();
  if (!page.isOpen) {
    if (kept !== undefined && page.parent === undefined) void recallReceipt(kept);
    errors.tell("LINK_UNAVAILABLE");
  } else if (kept !== undefined) resume(kept);
  else if (form === undefined) begin({});
}
