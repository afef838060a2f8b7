import type { FrameMessage } from "../messages.ts";
import { callBackOnce } from "./call-back.ts";
import { checkLink } from "./check-link.ts";
import { connectFrame, type Connection } from "./connect-frame.ts";
import type { CheckoutHandle, CheckoutOptions } from "./types.ts";
import { linkUrl } from "./link-url.ts";
import { openModal, type Modal } from "./open-modal.ts";
import { pageState } from "./page-state.ts";

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
  let connection: Connection | undefined;
  const handle = { close };
  if (link) links.set(link, handle);
  void begin();
  return handle;

  async function begin(): Promise<void> {
    const state = await checkLink(link);
    if (isOver) return;
    if (state === "unavailable") return refuse();
    modal ??= openModal(close);
    if (state === "unreachable") {
      modal.say("The checkout cannot be reached. Check your internet connection.", begin);
      return callBack.error("CHECKOUT_UNREACHABLE", `${payOrigin} does not answer.`);
    }
    connection = connectFrame(payOrigin, link!, hear, tellDelay);
    modal.load(connection.frame);
  }

  /** The link is open, but its page does not load: the payer can wait, try again or close. */
  function tellDelay(): void {
    modal!.say("This is taking longer than usual.", () => {
      connection!.disconnect();
      connection!.frame.remove();
      void begin();
    });
    callBack.error("CHECKOUT_UNREACHABLE", `The checkout's page at ${payOrigin} does not answer.`);
  }

  /** Nothing opens. If a modal is open already, because an earlier try failed, it says why. */
  function refuse(): void {
    if (modal === undefined) end();
    else modal.say("This payment link can no longer be used.");
    callBack.error("LINK_UNAVAILABLE", "There is no such payment link, or it is paid or disabled.");
  }

  function hear(message: FrameMessage): void {
    switch (message.type) {
      case "ready":
        modal!.reveal(connection!.frame);
        return connection!.tellShown();
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
    if (link) links.delete(link);
    connection?.disconnect();
    modal?.remove();
  }
}
