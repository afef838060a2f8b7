import { lockScroll } from "./lock-scroll.ts";

/** An element of our own, so that no rule of the page for its elements hides or moves the modal. */
const HOST = "service-checkout";

/**
 * Shows a dialog over everything on the page, which is out of reach meanwhile, in a shadow tree that the page's styles do
 * not enter. `close` is called on Escape, on a click beside the dialog's content, and when the page took it out. The answer
 * takes it away and puts the focus back.
 */
export function showDialog(dialog: HTMLDialogElement, close: () => void): () => void {
  const focused = document.activeElement;
  const host = document.createElement(HOST);
  host.style.cssText = "all:initial!important;display:contents!important";
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
  const release = "showModal" in dialog ? showNatively(dialog, close) : showByHand(dialog, close);

  return () => {
    removal.disconnect();
    release();
    host.remove();
    unlockScroll();
    // Unless the page has put it elsewhere, or the browser has put it back.
    if (document.activeElement === document.body)
      (focused as HTMLElement | null)?.focus({ preventScroll: true });
  };
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
function showByHand(dialog: HTMLElement, close: () => void): () => void {
  dialog.setAttribute("role", "dialog");
  dialog.setAttribute("aria-modal", "true");
  const focus = () => dialog.querySelector("button")!.focus();
  const onKey = ({ key }: KeyboardEvent) => key === "Escape" && close();
  const onFocus = ({ target }: FocusEvent) => (target as Element).localName !== HOST && focus();
  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", onFocus);
  focus();
  return () => {
    document.removeEventListener("keydown", onKey);
    document.removeEventListener("focusin", onFocus);
  };
}
