import type { FrameMessage } from "../messages.ts";
import { callBackOnce } from "./call-back.ts";
import { checkLink } from "./check-link.ts";
import { describeRegistration } from "./describe-registration.ts";
import { connectFrame, type Connection } from "./connect-frame.ts";
import type { CheckoutHandle, CheckoutOptions } from "./types.ts";
import { linkUrl } from "./link-url.ts";
import { openModal, type Modal } from "./open-modal.ts";
import { pageState } from "./page-state.ts";

/**
 * By then the payer sees that something happens. A link that cannot be opened mostly says so before, and then no modal
 * flashes up.
 */
const SPINNER_MS = 200;

/**
 * Opens a payment link: asks whether it can be opened, shows it in a modal, and passes the frame's messages on to the
 * callbacks. A link that cannot be opened only calls onError; every other opening ends with one onClose.
 */
export function openCheckout(payOrigin: string, options: CheckoutOptions): CheckoutHandle {
  const link = linkUrl(payOrigin, options.slug);
  const { links } = pageState();
  const opened = link && links.get(link);
  if (opened) return opened;

  const callBack = callBackOnce(options);
  let isOver = false;
  let modal: Modal | undefined;
  /** The modal shows more than a spinner, or has done so: it does not vanish by itself any more. */
  let hasOpened = false;
  let spinning: ReturnType<typeof setTimeout> | undefined;
  let connection: Connection | undefined;
  const handle = { close };
  if (link) links.set(link, handle);
  void begin();
  return handle;

  async function begin(): Promise<void> {
    const show = () => (modal ??= openModal(close));
    spinning = setTimeout(show, SPINNER_MS);
    const state = await checkLink(link);
    clearTimeout(spinning);
    if (isOver) return;
    if (state === "unavailable") return refuse();
    modal = show();
    hasOpened = true;
    if (state === "unregistered") return refuseUnregistered();
    if (state === "unreachable") {
      modal.say("The checkout cannot be reached. Check your internet connection.", begin);
      return callBack.error("CHECKOUT_UNREACHABLE", `${payOrigin} does not respond.`);
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
    callBack.error("CHECKOUT_UNREACHABLE", `The checkout's page at ${payOrigin} does not respond.`);
  }

  /** The modal stays blank, as the browser would leave it. The page and its developer learn why, and what to do. */
  function refuseUnregistered(): void {
    const hint = describeRegistration();
    // oxlint-disable-next-line no-console -- only the developer of the page can fix this
    console.warn(hint);
    modal!.clear();
    callBack.error("ORIGIN_NOT_REGISTERED", hint);
  }

  /** Nothing opens, and a mere spinner goes. If a modal is open, because an earlier try failed, it says why. */
  function refuse(): void {
    if (!hasOpened) end();
    else modal!.say("This payment link can no longer be used.");
    callBack.error("LINK_UNAVAILABLE", "There is no such payment link, or it is paid or disabled.");
  }

  function hear(message: FrameMessage): void {
    switch (message.type) {
      case "ready":
        modal!.reveal(connection!.frame);
        return connection!.sendShown();
      case "resize":
        return modal!.resize(message.height);
      case "success":
        return callBack.success(message.reference);
      case "error":
        return callBack.error(message.code, message.message);
      case "close":
        return close();
    }
  }

  function close(): void {
    if (isOver) return;
    end();
    callBack.close();
  }

  function end(): void {
    isOver = true;
    clearTimeout(spinning);
    if (link) links.delete(link);
    connection?.disconnect();
    modal?.remove();
  }
}
