import { createElement } from "./create-element.ts";
import { createSpinner } from "./create-spinner.ts";
import { layOutDialog } from "./lay-out-dialog.ts";
import { showDialog } from "./show-dialog.ts";

export type Modal = {
  /** Puts the frame into the modal, which shows a spinner until `reveal`. */
  load: (frame: HTMLIFrameElement) => void;
  reveal: (frame: HTMLIFrameElement) => void;
  /** Makes the modal as tall as the frame's content, up to the window's height. */
  resize: (contentHeight: number) => void;
  /** Shows a sentence where the frame would be. With `retry`, the payer can try again. */
  say: (sentence: string, retry?: () => void) => void;
  /** Empties the modal except for its close button. */
  clear: () => void;
  remove: () => void;
};

const BUTTON =
  "height:44px;min-width:44px;padding:0 16px;border:0;border-radius:8px;background:none;color:inherit;font:inherit;outline-offset:2px;cursor:pointer";
const PRIMARY = `${BUTTON};background:var(--accent);color:var(--surface)`;
/** Lies over the frame, whose page keeps that corner free until the payer scrolls. */
const CROSS = `${BUTTON};background:var(--surface);position:absolute;z-index:1;top:8px;right:8px;padding:0;border-radius:50%;font-size:28px;line-height:1`;
const MESSAGE =
  "position:absolute;top:0;left:0;width:100%;height:100%;box-sizing:border-box;padding:0 32px;text-align:center;" +
  "display:flex;flex-direction:column;align-items:center;justify-content:center";

/** Opens a modal with a spinner over the page. `close` is called when the payer or the page closes it. */
export function openModal(close: () => void): Modal {
  const cross = createButton("×", CROSS, close);
  cross.setAttribute("aria-label", "Close");
  const message = createElement("div", MESSAGE);
  // The cross comes last, so that Tab leads to it from the end of the frame, and not out of the dialog.
  const { dialog, setHeight, stop } = layOutDialog(message, cross);

  function show(...parts: (Node | string)[]): void {
    // The focus may be on a button that is about to be removed.
    cross.focus();
    message.textContent = "";
    message.append(...parts);
  }

  function wait(): void {
    show(createSpinner());
  }

  wait();
  const hide = showDialog(dialog, close);

  return {
    load: (frame) => cross.before(frame),
    reveal: (frame) => {
      show();
      frame.style.visibility = "visible";
      frame.focus();
    },
    resize: setHeight,
    say: (sentence, retry) => {
      const text = createElement("p", "margin:0 0 16px", { role: "alert" }, sentence);
      const closeButton = createButton("Close", retry ? BUTTON : PRIMARY, close);
      if (retry === undefined) return show(text, closeButton);
      const again = createButton("Try again", PRIMARY, () => {
        wait();
        retry();
      });
      show(text, again, closeButton);
      again.focus();
    },
    clear: () => show(),
    remove: () => {
      stop();
      hide();
    },
  };
}

function createButton(label: string, style: string, press: () => void): HTMLButtonElement {
  const button = createElement("button", style, { type: "button" }, label);
  button.addEventListener("click", press);
  return button;
}
