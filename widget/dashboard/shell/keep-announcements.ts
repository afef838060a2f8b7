/**
 * Gives what React Aria announces its words. It points at the button that began or finished something, which is often
 * gone a moment later, and then the announcement has no name: a picture of nothing.
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

/** A button's words, and those of the spinner in it. */
function nameOf(element: HTMLElement | null): string {
  if (element === null) return "";
  const within = [...element.querySelectorAll("[aria-label]")].map((part) => part.ariaLabel);
  return [element.ariaLabel ?? element.textContent, ...within].join(" ");
}
