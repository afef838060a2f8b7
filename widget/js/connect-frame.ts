import {
  PROTOCOL,
  readFrameMessage,
  type Envelope,
  type FrameMessage,
  type PageMessage,
} from "../messages.ts";
import { createElement } from "./create-element.ts";

export type Connection = {
  frame: HTMLIFrameElement;
  /** Tells the frame that the payer sees it now. */
  tellShown: () => void;
  disconnect: () => void;
};

/** A frame that has not spoken by then was most likely refused by the browser, because it may not be embedded here. */
const SILENCE_MS = 5000;
/** By then the payer is told as well: the page may be slow, or it broke off. */
const DELAY_MS = 15_000;

/**
 * Makes the frame of one opening and listens to it, and to nobody else: what it says carries a nonce that only it knows.
 * The frame is hidden until it is ready, since a browser paints an error page of its own into a refused one. `tellDelay` is
 * called where it stays silent for long; it may speak even after that.
 */
export function connectFrame(
  payOrigin: string,
  link: string,
  hear: (message: FrameMessage) => void,
  tellDelay: () => void,
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
      // The address of the page may tell what is bought. Its origin is in the frame's address.
      referrerpolicy: "no-referrer",
      src: `${link}?origin=${encodeURIComponent(location.origin)}&nonce=${nonce}`,
    },
  );
  const timers = [setTimeout(warnOfSilence, SILENCE_MS, payOrigin), setTimeout(tellDelay, DELAY_MS)];

  function listen(event: MessageEvent): void {
    const message = readFrameMessage(event, { source: frame.contentWindow, origin: payOrigin, nonce });
    if (message === undefined) return;
    timers.forEach(clearTimeout);
    hear(message);
  }

  window.addEventListener("message", listen);
  return {
    frame,
    tellShown: () => {
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
  const { origin } = location;
  // oxlint-disable-next-line no-console -- the developer of the page is the only one who can mend this
  console.warn(
    `The checkout of ${payOrigin} stays blank: it may only be embedded by registered origins, and ${origin} is ` +
      `probably not one of them, or the page could not be loaded. Register it with ` +
      `"npm run admin -- origin add --merchant <merchant> --origin ${origin}". If it is registered, ` +
      "see whether this page's Content-Security-Policy allows the frame (frame-src).",
  );
}
