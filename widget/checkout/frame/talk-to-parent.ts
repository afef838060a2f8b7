import { PROTOCOL, readPageMessage, type Envelope, type FrameMessage } from "../../messages.ts";
import type { Embedding } from "../page-facts.ts";

export type Parent = {
  send(message: FrameMessage): void;
  /** Calls `listener` once the page around this one shows it. */
  onShown(listener: () => void): void;
};

/** Talks only to the page that embeds this one, if there is one. */
export function talkToParent(embedding: Embedding | undefined): Parent {
  if (embedding === undefined) return { send: () => {}, onShown: () => {} };
  const { parentOrigin: origin, nonce } = embedding;

  function send(message: FrameMessage): void {
    const envelope: Envelope & FrameMessage = { service: PROTOCOL, nonce, ...message };
    window.parent.postMessage(envelope, origin);
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented && !event.isComposing) send({ type: "close" });
  });
  const root = document.documentElement;
  new ResizeObserver(() => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    // Nothing is drawn while the frame is hidden.
    if (height > 0) send({ type: "resize", height });
  }).observe(root);

  return {
    send,
    onShown(listener) {
      window.addEventListener("message", (event) => {
        const message = readPageMessage(event, { source: window.parent, origin, nonce });
        if (message?.type === "shown") listener();
      });
    },
  };
}
