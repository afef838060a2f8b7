import { announce, query, showPart, unsay } from "./page.ts";

type State = "idle" | "copied" | "selected";

const CONFIRMED_MS = 2_500;

/** Makes the copy buttons copy. Where the browser does not let us, the text is selected for the payer to copy. */
export function listenToCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    button.addEventListener("click", async () => {
      const source = query<HTMLDataElement>(`[data-text="${button.dataset["copy"]}"]`);
      const isCopied = await copy(source.value);
      if (!isCopied) select(source);
      setState(button, isCopied ? "copied" : "selected");
      showPart("copy-hint", !isCopied);
      const said = `${isCopied ? "Copied" : "Selected"} ${button.dataset["what"]}`;
      announce(said);
      clearTimeout(timer);
      timer = setTimeout(() => {
        setState(button, "idle");
        unsay(said);
      }, CONFIRMED_MS);
    });
  }
}

/** Only secure pages have a clipboard, and a frame only if the page around it agrees. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function select(element: HTMLElement): void {
  const selection = window.getSelection();
  selection?.removeAllRanges();
  const range = document.createRange();
  range.selectNodeContents(element);
  selection?.addRange(range);
}

function setState(button: HTMLElement, state: State): void {
  button.dataset["state"] = state;
  for (const label of button.querySelectorAll<HTMLElement>("[data-copy-state]")) {
    label.hidden = label.dataset["copyState"] !== state;
  }
}
