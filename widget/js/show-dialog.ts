import { lockScroll } from "./lock-scroll.ts";

/**
 * What a page takes for a sign that the payer is done with the drawer or menu that holds its pay button: it would close
 * that, too, and might take the button and its checkout away with it.
 */
const SIGNS = "pointerdown pointerup mousedown mouseup touchstart touchend click focusin".split(" ");

/** An element of our own, so that no rule of the page for its elements hides or moves the modal. */
const HOST = "service-checkout";

/**
 * Shows a dialog over everything on the page, which is out of reach meanwhile, in a shadow tree that the page's styles do
 * not enter. What the payer does in it does not reach the page, except for listeners that capture. `close` is called on
 * Escape, on a click beside the dialog's content, and when the page took it out. The answer takes it away and puts the
 * focus back.
 */
export function showDialog(dialog: HTMLDialogElement, close: () => void): () => void {
  const focused = document.activeElement;
  const host = document.createElement(HOST);
  host.style.cssText = "all:initial!important;display:contents!important";
  for (const sign of SIGNS) host.addEventListener(sign, stop, { passive: true });
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

  /** With the focus nowhere, a key is pressed in the page's body. A dialog that the page puts on top keeps its own keys. */
  function onKey(event: KeyboardEvent): void {
    if (event.key !== "Escape" || (event.target !== host && event.target !== document.body)) return;
    stop(event);
    // The browser closes a dialog of its own by itself.
    if (!("showModal" in dialog)) close();
  }
  // Before the page hears of it.
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

/** A press that begins on the panel, such as a drag over its text, may end beside it: that closes nothing. */
function closeOnBackdrop(dialog: HTMLDialogElement, close: () => void): void {
  let pressed: EventTarget | null = null;
  dialog.addEventListener("mousedown", ({ target }) => (pressed = target));
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog && pressed === dialog) close();
  });
}

function showNatively(dialog: HTMLDialogElement, close: () => void): () => void {
  // Escape, the back gesture of a phone, and code of the page that closes every dialog.
  dialog.addEventListener("close", close);
  dialog.showModal();
  return () => dialog.close();
}

/** For browsers from before `<dialog>`. */
function showByHand(dialog: HTMLElement): () => void {
  dialog.setAttribute("role", "dialog");
  dialog.setAttribute("aria-modal", "true");
  const focus = () => dialog.querySelector("button")!.focus();
  const onFocus = ({ target }: FocusEvent) => (target as Element).localName !== HOST && focus();
  document.addEventListener("focusin", onFocus);
  focus();
  return () => document.removeEventListener("focusin", onFocus);
}
