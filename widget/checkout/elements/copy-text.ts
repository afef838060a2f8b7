import type { Actions } from "../state/actions.ts";
import type { Store } from "../state/store.ts";
import { endCopy, showCopy } from "../state/transitions.ts";

const CONFIRMED_MS = 2_500;

/** Makes the action of the copy buttons. If the browser refuses to copy, the text is selected instead. */
export function createCopy(store: Store): Actions["copy"] {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return async ({ source, text, what }) => {
    const isCopied = await writeToClipboard(text);
    if (!isCopied) select(document.getElementById(source));
    const announcement = `${isCopied ? "Copied" : "Selected"} ${what}`;
    store.update(showCopy, source, !isCopied, announcement);
    clearTimeout(timer);
    timer = setTimeout(() => store.update(endCopy, announcement), CONFIRMED_MS);
  };
}

/** Only secure pages have a clipboard, and a frame only if the page around it allows it. */
async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function select(element: HTMLElement | null): void {
  if (element === null) return;
  const selection = window.getSelection();
  selection?.removeAllRanges();
  const range = document.createRange();
  range.selectNodeContents(element);
  selection?.addRange(range);
}
