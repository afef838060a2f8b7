import type { FrameMessage } from "../messages.ts";
import { createCallers } from "./call-back.ts";
import { checkLink, type LinkState } from "./check-link.ts";
import { describeRegistration } from "./describe-registration.ts";
import { connectFrame, type Connection } from "./connect-frame.ts";
import type { CheckoutHandle, CheckoutOptions, Unavailable } from "./types.ts";
import { linkUrl } from "./link-url.ts";
import { openModal, type Modal } from "./open-modal.ts";
import { pageState, type Opening } from "./page-state.ts";

/**
 * By then the payer sees that something happens. Usually a link that can't be opened is refused sooner, and no modal
 * flashes up.
 */
const SPINNER_MS = 200;

/**
 * Opens a payment link: checks whether it can be opened, shows it in a modal, and passes the frame's messages on to the
 * callbacks. Every modal that was seen ends with one onClose. If the link is already open, the call joins it.
 */
export function openCheckout(payOrigin: string, options: CheckoutOptions): CheckoutHandle {
  const link = linkUrl(payOrigin, options.slug);
  const { links } = pageState();
  const opened = link && links.get(link);
  if (opened) {
    opened.join(options);
    return opened;
  }

  const callers = createCallers(options);
  let isOver = false;
  let modal: Modal | undefined;
  /** The modal has shown more than a spinner: it no longer closes by itself. */
  let hasOpened = false;
  let spinning: ReturnType<typeof setTimeout> | undefined;
  let connection: Connection | undefined;
  const opening: Opening = { close, join: callers.join };
  if (link) links.set(link, opening);
  void begin();
  return opening;

  async function begin(): Promise<void> {
    const show = () => (modal ??= openModal(close));
    spinning = setTimeout(show, SPINNER_MS);
    const state = await checkLink(link);
    clearTimeout(spinning);
    if (isOver) return;
    if (isUnavailable(state)) return refuse(state);
    modal = show();
    hasOpened = true;
    if (state === "unregistered") return refuseUnregistered();
    if (state === "unreachable") {
      modal.say("The checkout cannot be reached. Check your internet connection.", begin);
      return fail("CHECKOUT_UNREACHABLE", `${payOrigin} does not respond.`);
    }
    connection = connectFrame(payOrigin, link!, hear, showDelay);
    modal.load(connection.frame);
  }

  /** The link is open, but its page does not load: the payer can wait, try again or close. */
  function showDelay(): void {
    modal!.say("This is taking longer than usual.", () => {
      connection!.disconnect();
      connection!.frame.remove();
      void begin();
    });
    fail("CHECKOUT_UNREACHABLE", `The checkout's page at ${payOrigin} does not respond.`);
  }

  /** The modal stays blank, as the browser would leave it. The console tells the developer what to do. */
  function refuseUnregistered(): void {
    const hint = describeRegistration();
    // oxlint-disable-next-line no-console -- only the developer of the page can fix this
    console.warn(hint);
    modal!.clear();
    fail("ORIGIN_NOT_REGISTERED", hint);
  }

  /** Nothing opens, and a spinner disappears. A modal that is open, because an earlier try failed, shows the reason. */
  function refuse(reason: Unavailable): void {
    if (hasOpened) modal!.say("This payment link can no longer be used.");
    else end();
    callers.error({ code: "LINK_UNAVAILABLE", message: messages[reason], reason });
    if (isOver && modal) callers.close();
  }

  function fail(code: string, message: string): void {
    callers.error({ code, message });
  }

  function hear(message: FrameMessage): void {
    switch (message.type) {
      case "ready":
        modal!.reveal(connection!.frame);
        return connection!.sendShown();
      case "resize":
        return modal!.resize(message.height);
      case "success":
        return callers.success(message.reference);
      case "error":
        return fail(message.code, message.message);
      case "close":
        return close();
    }
  }

  function close(): void {
    if (isOver) return;
    end();
    callers.close();
  }

  function end(): void {
    isOver = true;
    clearTimeout(spinning);
    if (link) links.delete(link);
    connection?.disconnect();
    modal?.remove();
  }
}

const messages: Record<Unavailable, string> = {
  missing: "checkout() got no slug of a payment link.",
  unknown: "There is no such payment link.",
  disabled: "The payment link is disabled.",
  paid: "The payment link has been paid.",
};

function isUnavailable(state: LinkState): state is Unavailable {
  return state in messages;
}
