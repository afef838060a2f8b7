import { lockScroll } from "./lock-scroll.ts";

/** Events that may make a page close the drawer or menu with its pay button, and so remove the checkout. */
const OUTSIDE_EVENTS = "pointerdown pointerup mousedown mouseup touchstart touchend click focusin".split(" ");

/** An element name of our own, so that no style of the page hides or moves the modal. */
const HOST = "service-checkout";

/**
 * Shows a dialog over the whole page, in a shadow tree that the page's styles do not reach. The page cannot be used
 * meanwhile. The page does not get the payer's events in it, except in listeners that capture. `close` is called on
 * Escape, on a click beside the dialog's content, and if the page removes the dialog. Returns a function that removes
 * it and puts the focus back.
 */
export function showDialog(dialog: HTMLDialogElement, close: () => void): () => void {
  const focused = document.activeElement;
  const host = document.createElement(HOST);
  host.style.cssText = "all:initial!important;display:contents!important";
  for (const name of OUTSIDE_EVENTS) host.addEventListener(name, stop, { passive: true });
  const root = host.attachShadow({ mode: "open" });
  root.append(dialog);
  document.body.append(host);

  const unlockScroll = lockScroll();
  closeOnBackdrop(dialog, close);
  const removal = new MutationObserver(() => {
    if (!dialog.isConnected) close();
  });
  removal.observe(document, { childList: true, subtree: true });
  removal.observe(root, { childList: true });
  const release = "showModal" in dialog ? showNatively(dialog, close) : showByHand(dialog);

  /** Without a focused element, keys go to the page's body. A dialog that the page opens on top keeps its own keys. */
  function onKey(event: KeyboardEvent): void {
    if (event.key !== "Escape" || (event.target !== host && event.target !== document.body)) return;
    stop(event);
    // A native dialog is closed by the browser.
    if (!("showModal" in dialog)) close();
  }
  // Before the page's own listeners.
  document.addEventListener("keydown", onKey, true);

  return () => {
    removal.disconnect();
    document.removeEventListener("keydown", onKey, true);
    release();
    host.remove();
    unlockScroll();
    // Unless the page has put it elsewhere, or the browser has put it back.
    if (document.activeElement === document.body)
      (focused as HTMLElement | null)?.focus({ preventScroll: true });
  };
}

function stop(event: Event): void {
  event.stopPropagation();
}

/** A press that starts on the panel, such as selecting text, may end beside it: that does not close it. */
function closeOnBackdrop(dialog: HTMLDialogElement, close: () => void): void {
  let pressed: EventTarget | null = null;
  dialog.addEventListener("mousedown", ({ target }) => (pressed = target));
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog && pressed === dialog) close();
  });
}

function showNatively(dialog: HTMLDialogElement, close: () => void): () => void {
  // Escape, the back gesture of a phone, or code of the page that closes every dialog.
  dialog.addEventListener("close", close);
  dialog.showModal();
  return () => dialog.close();
}

/** For browsers without `<dialog>`. */
function showByHand(dialog: HTMLElement): () => void {
  dialog.setAttribute("role", "dialog");
  dialog.setAttribute("aria-modal", "true");
  const focus = () => dialog.querySelector("button")!.focus();
  const onFocus = ({ target }: FocusEvent) => (target as Element).localName !== HOST && focus();
  document.addEventListener("focusin", onFocus);
  focus();
  return () => document.removeEventListener("focusin", onFocus);
}
