import {
  PROTOCOL,
  readFrameMessage,
  type Envelope,
  type FrameMessage,
  type PageMessage,
} from "../messages.ts";
import { createElement } from "./create-element.ts";
import { describeRegistration } from "./describe-registration.ts";

export type Connection = {
  frame: HTMLIFrameElement;
  /** Tells the frame that the payer sees it now. */
  sendShown: () => void;
  disconnect: () => void;
};

/** If the frame has sent nothing by then, the browser most likely refused to embed it. */
const SILENCE_MS = 5000;
/** By then the payer sees a message too: the page may be slow or only partly loaded. */
const DELAY_MS = 15_000;

/**
 * Creates the frame of one opening and listens only to it: its messages carry a nonce that only it knows. It is hidden
 * until it is ready, because browsers draw an error page into a refused frame. `onDelay` is called if it is silent for
 * long; it may still become ready after that.
 */
export function connectFrame(
  payOrigin: string,
  link: string,
  hear: (message: FrameMessage) => void,
  onDelay: () => void,
): Connection {
  const nonce = makeNonce();
  const frame = createElement(
    "iframe",
    "position:absolute;top:0;left:0;width:100%;height:100%;border:0;visibility:hidden",
    {
      title: "Checkout",
      allow: "clipboard-write",
      sandbox:
        "allow-scripts allow-forms allow-same-origin allow-popups allow-top-navigation-by-user-activation",
      // The page's address may reveal what is bought. The checkout only needs its origin, which is in `src`.
      referrerpolicy: "no-referrer",
      src: `${link}?origin=${encodeURIComponent(location.origin)}&nonce=${nonce}`,
    },
  );
  const timers = [setTimeout(warnOfSilence, SILENCE_MS, payOrigin), setTimeout(onDelay, DELAY_MS)];

  function listen(event: MessageEvent): void {
    const message = readFrameMessage(event, { source: frame.contentWindow, origin: payOrigin, nonce });
    if (message === undefined) return;
    timers.forEach(clearTimeout);
    hear(message);
  }

  window.addEventListener("message", listen);
  return {
    frame,
    sendShown: () => {
      const message: Envelope & PageMessage = { service: PROTOCOL, nonce, type: "shown" };
      frame.contentWindow?.postMessage(message, payOrigin);
    },
    disconnect: () => {
      timers.forEach(clearTimeout);
      window.removeEventListener("message", listen);
    },
  };
}

function makeNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function warnOfSilence(payOrigin: string): void {
  // oxlint-disable-next-line no-console -- only the developer of the page can fix this
  console.warn(
    `The checkout of ${payOrigin} stays blank: this page's Content-Security-Policy does not allow the frame ` +
      "(frame-src), or a page around this one is not registered, or the page could not be loaded. " +
      describeRegistration(),
  );
}
