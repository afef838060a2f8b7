import { lockScroll } from "./lock-scroll.ts";

/**
 * The payer's actions. A page may swallow those outside its drawer, or close the drawer that contains its pay button.
 */
const ACTS =
  "pointerdown pointerup mousedown mouseup touchstart touchend click focusin keydown keyup keypress".split(
    " ",
  );

/** An element name of our own, so that no style of the page hides or moves the modal. */
const HOST = "service-checkout";

/**
 * Shows a dialog over the whole page, in a shadow tree that the page's styles do not reach. Meanwhile the page cannot
 * be used and sees none of the payer's actions in the dialog. `close` is called on Escape, on a click beside the
 * dialog's content, and if the page removes the dialog. Returns a function that removes it and restores the focus.
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
  const exposure = keepExposed(host);
  const release = "showModal" in dialog ? showNatively(dialog, close) : showByHand(dialog);

  /** Hides an event from the page: listeners in the dialog get a copy that stays in the shadow tree. */
  function takeAct(event: Event): void {
    const isInside = event.target === host;
    const isEscape = event.type === "keydown" && (event as KeyboardEvent).key === "Escape";
    // Without a focused element, keys go to the page's body. A dialog that the page opens on top keeps its own keys.
    if (!isInside && !(isEscape && event.target === document.body)) return;
    event.stopImmediatePropagation();
    if (isInside) event.composedPath()[0]!.dispatchEvent(new Event(event.type, { bubbles: true }));
    // A native dialog is closed by the browser.
    if (isEscape && !("showModal" in dialog)) close();
  }
  // The window gets them first: listeners of the document belong to the page.
  for (const name of ACTS) window.addEventListener(name, takeAct, { capture: true, passive: true });

  return () => {
    removal.disconnect();
    exposure.disconnect();
    for (const name of ACTS) window.removeEventListener(name, takeAct, true);
    release();
    host.remove();
    unlockScroll();
    // Unless the page has put it elsewhere, or the browser has put it back.
    if (document.activeElement === document.body)
      (focused as HTMLElement | null)?.focus({ preventScroll: true });
  };
}

/** A page with an open dialog may hide what is added outside it from screen readers, once. */
function keepExposed(host: HTMLElement): MutationObserver {
  const hiding = ["aria-hidden", "inert"];
  const observer = new MutationObserver(() => {
    observer.disconnect();
    for (const name of hiding) host.removeAttribute(name);
  });
  observer.observe(host, { attributeFilter: hiding });
  return observer;
}

/** A press that starts on the panel, such as selecting text, may end beside it: it does not close the dialog. */
function closeOnBackdrop(dialog: HTMLDialogElement, close: () => void): void {
  let pressed: EventTarget | null = null;
  dialog.addEventListener("mousedown", ({ target }) => (pressed = target));
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog && pressed === dialog) close();
  });
}

function showNatively(dialog: HTMLDialogElement, close: () => void): () => void {
  // Escape, a phone's back gesture, or page code that closes every dialog.
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
