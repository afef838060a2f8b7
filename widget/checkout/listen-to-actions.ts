import { announce, part, showPart } from "./page.ts";

export type Actions = {
  close: () => void;
  retry: () => void;
  check: () => void;
  startOver: () => void;
  startAgain: () => void;
  /** False where it did not work. */
  playTransfer: () => Promise<boolean>;
};

/** Lets the page's buttons do what their `data-action` names. */
export function listenToActions({ playTransfer, ...actions }: Actions): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-action]")) {
    const action = button.dataset["action"] as keyof Actions;
    const act = action === "playTransfer" ? () => void play(button, playTransfer) : actions[action];
    button.addEventListener("click", act);
  }
}

/** Settling takes a moment, in which the button must not be pressed again. */
async function play(button: HTMLButtonElement, playTransfer: Actions["playTransfer"]): Promise<void> {
  if (button.getAttribute("aria-busy") === "true") return;
  button.setAttribute("aria-busy", "true");
  showPart("play-error", false);
  if (!(await playTransfer())) {
    showPart("play-error", true);
    announce(part("play-error")?.textContent ?? "");
  }
  button.setAttribute("aria-busy", "false");
}
