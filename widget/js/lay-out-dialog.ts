import { createElement } from "./create-element.ts";

export type DialogLayout = {
  dialog: HTMLDialogElement;
  setHeight: (contentHeight: number) => void;
  /** Stops following the window's size and the payer's colour scheme. */
  stop: () => void;
};

/**
 * The dialog itself dims the page: `::backdrop` cannot be styled without a stylesheet. Its edges are the window's: its
 * size would be multiplied where the page has a `zoom`.
 */
const BACKDROP =
  "position:fixed;top:0;bottom:0;left:0;right:0;width:auto;height:auto;max-width:none;max-height:none;margin:0;border:0;" +
  "padding:env(safe-area-inset-top) 0 env(safe-area-inset-bottom);box-sizing:border-box;display:flex;align-items:center;justify-content:center;background:rgba(10,12,16,.6);z-index:2147483647;" +
  "color-scheme:light dark;font:16px/1.5 system-ui,-apple-system,sans-serif";
const PANEL =
  "position:relative;width:var(--width);max-width:100%;height:var(--height);max-height:var(--max-height);border-radius:var(--radius);" +
  "overflow:hidden;background:var(--surface);color:var(--text);box-shadow:0 24px 64px rgba(0,0,0,.35)";

/**
 * Lays out a modal: a panel in the middle of the window, or full screen on a phone; light or dark, as on the payer's
 * device. The colours are those of the page in the frame.
 */
export function layOutDialog(...content: HTMLElement[]): DialogLayout {
  const panel = createElement("div", PANEL, {}, ...content);
  const dialog = createElement("dialog", BACKDROP, { "aria-label": "Checkout" }, panel);
  const phone = matchMedia("(max-width: 479.98px)");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let height = 520;

  function arrange(): void {
    const variables = {
      surface: dark.matches ? "#151c18" : "#fff",
      text: dark.matches ? "#ecf2ee" : "#101b15",
      accent: dark.matches ? "#55cf97" : "#0a6642",
      width: phone.matches ? "100%" : "440px",
      height: phone.matches ? "100%" : `${height}px`,
      "max-height": phone.matches ? "none" : "calc(100% - 32px)",
      radius: phone.matches ? "0" : "16px",
    };
    for (const [name, value] of Object.entries(variables)) dialog.style.setProperty(`--${name}`, value);
  }

  arrange();
  for (const query of [phone, dark]) query.addEventListener("change", arrange);
  return {
    dialog,
    setHeight: (contentHeight) => {
      height = Math.max(contentHeight, 160);
      arrange();
    },
    stop: () => {
      for (const query of [phone, dark]) query.removeEventListener("change", arrange);
    },
  };
}
