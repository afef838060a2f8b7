import { createElement } from "./create-element.ts";

/** A turning ring with its label; with reduced motion, a ring that fades in and out. */
export function createSpinner(): HTMLElement {
  const ring = createElement(
    "div",
    "width:28px;height:28px;border-radius:50%;border:3px solid var(--text);border-right-color:transparent;opacity:.6",
  );
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  ring.animate(still ? { opacity: [0.6, 0.2, 0.6] } : { transform: ["rotate(0)", "rotate(360deg)"] }, {
    duration: still ? 3000 : 900,
    iterations: Infinity,
  });
  const style = "display:flex;flex-direction:column;align-items:center;gap:16px";
  return createElement("div", style, { role: "status" }, ring, "Opening the checkout…");
}
