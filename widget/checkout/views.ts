import { query, showPart, type Page } from "./page.ts";

export type Views = {
  current(): string;
  /** Brings a section into sight, puts the focus on its heading and the state into the tab's title. */
  show(name: string): void;
  /** From now on the focus may be here; it goes to where the payer starts. */
  takeFocus(): void;
};

/** The sections of the page, of which one is in sight. */
export function createViews({ merchant, parent }: Page): Views {
  const sections = [...document.querySelectorAll<HTMLElement>("[data-view]")];
  let shown = sections.find((section) => !section.hidden);
  // A frame that is not in sight must not take the focus away from the page around it.
  let mayFocus = parent === undefined;

  function focusHeading(): void {
    shown?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  }

  return {
    current: () => shown?.dataset["view"] ?? "",
    show(name) {
      const next = query<HTMLElement>(`[data-view="${name}"]`);
      if (next === shown) return;
      if (shown !== undefined) shown.hidden = true;
      next.hidden = false;
      showPart("copy-hint", false);
      shown = next;
      document.title = `${next.dataset["title"]} · ${merchant}`;
      if (!mayFocus) return;
      window.scrollTo(0, 0);
      focusHeading();
    },
    takeFocus() {
      mayFocus = true;
      const field = shown?.querySelector<HTMLElement>("input");
      if (field) field.focus();
      else focusHeading();
    },
  };
}
