/**
 * Gives React Aria's announcements their text. They reference the button that began or finished something, which is
 * often gone a moment later: then a screen reader has no name to read.
 */
export function keepAnnouncements(root: Node): void {
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof HTMLElement && node.role === "img" && node.closest("[data-live-announcer]"))
        spellOut(node);
  }).observe(root, { childList: true, subtree: true });
}

function spellOut(announced: HTMLElement): void {
  const ids = announced.getAttribute("aria-labelledby")?.split(" ") ?? [];
  const words = ids.map((id) => nameOf(document.getElementById(id)));
  announced.removeAttribute("role");
  announced.removeAttribute("aria-labelledby");
  announced.textContent = words.join(" ");
}

/** A button's text, and that of the spinner in it. */
function nameOf(element: HTMLElement | null): string {
  if (element === null) return "";
  const within = [...element.querySelectorAll("[aria-label]")].map((part) => part.ariaLabel);
  return [element.ariaLabel ?? element.textContent, ...within].join(" ");
}
