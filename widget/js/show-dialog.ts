import { lockScroll } from "./lock-scroll.ts";

/** The payer's acts. A page may swallow those outside its drawer, or close the drawer that its pay button is in. */
const ACTS =
  "pointerdown pointerup mousedown mouseup touchstart touchend click focusin keydown keyup keypress".split(
    " ",
  );

/** An element name of our own, so that no style of the page hides or moves the modal. */
const HOST = "service-checkout";

/**
 * Shows a dialog over the whole page, in a shadow tree that the page's styles do not reach. The page cannot be used
 * meanwhile, and gets none of the payer's acts in the dialog. `close` is called on Escape, on a click beside the
 * dialog's content, and if the page removes the dialog. Returns a function that removes it and puts the focus back.
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

  /** Keeps an act from the page: what listens in the dialog gets a copy that does not leave the shadow tree. */
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
  // The window hears of them first: the document's listeners are the page's.
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

/** A page whose own dialog is open may hide from screen readers, once, what is added outside it. */
function keepExposed(host: HTMLElement): MutationObserver {
  const hiding = ["aria-hidden", "inert"];
  const observer = new MutationObserver(() => {
    observer.disconnect();
    for (const name of hiding) host.removeAttribute(name);
  });
  observer.observe(host, { attributeFilter: hiding });
  return observer;
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
