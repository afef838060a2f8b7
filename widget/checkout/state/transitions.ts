import { formatMoney } from "../money.ts";
import type { Session } from "../session/session.ts";
import type { Details } from "../session/session-api.ts";
import type { CheckoutPage, CheckoutState, CopySource, FieldErrors } from "./checkout-state.ts";

// Everything that can happen to the page. Each function takes the page and returns the next one.

/** When screen readers announce the time left. */
const ANNOUNCED_SECONDS = [5 * 60, 60];
export const PLAY_FAILED = "That didn’t work. Please try again.";

/** Shows a section, or changes the one shown. */
export function show(page: CheckoutPage, state: CheckoutState): CheckoutPage {
  if (state.kind === page.state.kind) return { ...page, state };
  return { ...page, state, copied: undefined, hasCopyHint: false };
}

/** The form, with what was entered before and the errors found in it. */
export function showForm(page: CheckoutPage, errors: FieldErrors = {}): CheckoutPage {
  const { state, entered } = page;
  const form = state.kind === "details" ? state : { refusals: 0, payable: entered?.amount };
  return show(page, { ...form, kind: "details", errors, refusals: form.refusals + 1 });
}

/** The payer types. No new error appears meanwhile; a corrected one disappears at once. */
export function showEdit(
  page: CheckoutPage,
  field: keyof FieldErrors,
  error: string | undefined,
  payable: number | undefined,
): CheckoutPage {
  const { state } = page;
  if (state.kind !== "details") return page;
  const errors = state.errors[field] === undefined ? state.errors : { ...state.errors, [field]: error };
  return show(page, { ...state, errors, payable: field === "amount" ? payable : state.payable });
}

/** A session is requested with these details. */
export function showStart(page: CheckoutPage, details: Details): CheckoutPage {
  return show({ ...page, entered: details }, { kind: "starting" });
}

/** A session that is not final. */
export function showSession(page: CheckoutPage, session: Session): CheckoutPage {
  const { status, amountReceived, amountDue } = session;
  if (status === "starting") return show(page, { kind: "starting" });
  const before = page.state.kind === "transfer" ? page.state : undefined;
  const next = show(page, {
    kind: "transfer",
    session,
    isConnected: true,
    secondsLeft: before?.secondsLeft,
    play: before?.play ?? "idle",
  });
  const hasMore = amountReceived.value > (before?.session.amountReceived.value ?? 0);
  if (status !== "underpaid" || !hasMore) return next;
  return announce(
    next,
    `${formatMoney(amountReceived)} has arrived. Still to transfer: ${formatMoney(amountDue)}.`,
  );
}

/** Whether the server responds. A payer with an account number keeps seeing it in any case. */
export function showConnection(page: CheckoutPage, isUp: boolean): CheckoutPage {
  const { state } = page;
  const hasAccount = state.kind === "transfer";
  if (isUp === (hasAccount ? state.isConnected : state.kind !== "unreachable")) return page;
  if (hasAccount) page = show(page, { ...state, isConnected: isUp });
  else if (!isUp) page = show(page, { kind: "unreachable" });
  return announce(page, isUp ? "Connected again." : "No connection to the checkout.");
}

/** Whole seconds left; undefined while only the server knows. */
export function showTime(page: CheckoutPage, secondsLeft: number | undefined): CheckoutPage {
  if (page.state.kind !== "transfer") return page;
  const next = show(page, { ...page.state, secondsLeft });
  if (secondsLeft === undefined || !ANNOUNCED_SECONDS.includes(secondsLeft)) return next;
  return announce(next, secondsLeft === 60 ? "1 minute left" : `${secondsLeft / 60} minutes left`);
}

/** The state of the button that simulates the transfer on test links. */
export function showPlay(page: CheckoutPage, play: "idle" | "busy" | "failed"): CheckoutPage {
  if (page.state.kind !== "transfer") return page;
  const next = show(page, { ...page.state, play });
  return play === "failed" ? announce(next, PLAY_FAILED) : next;
}

export function showExpired(page: CheckoutPage, token: string, session: Session): CheckoutPage {
  const { amountReceived } = session;
  const next = show(page, { kind: "expired", token, session });
  return amountReceived.value > 0 ? announce(next, `${formatMoney(amountReceived)} has arrived.`) : next;
}

export function showCopy(
  page: CheckoutPage,
  source: CopySource,
  isSelectedOnly: boolean,
  announcement: string,
): CheckoutPage {
  return { ...page, announcement, copied: { source, isSelectedOnly }, hasCopyHint: isSelectedOnly };
}

/** The copy buttons show "Copy" again. Something else may have been announced since. */
export function endCopy(page: CheckoutPage, announcement: string): CheckoutPage {
  return {
    ...page,
    copied: undefined,
    announcement: page.announcement === announcement ? "" : page.announcement,
  };
}

function announce(page: CheckoutPage, announcement: string): CheckoutPage {
  return { ...page, announcement };
}
