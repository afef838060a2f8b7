import { pageState } from "./page-state.ts";

/** Stops the page behind a modal from scrolling. Returns the undo, which waits for the page's other modals. */
export function lockScroll(): () => void {
  const page = pageState();
  if (page.locks++ === 0) page.unlock = holdStill();
  return () => {
    if (--page.locks === 0) page.unlock();
  };
}

function holdStill(): () => void {
  const root = document.documentElement;
  // The viewport takes its overflow from the body, unless the root has its own. Set on the wrong one, it would make
  // the body scroll by itself, and the page would jump to its top.
  const scroller = getComputedStyle(root).overflowY === "visible" ? document.body : root;
  const scrollbar = window.innerWidth - root.clientWidth;
  const padding = parseFloat(getComputedStyle(scroller).paddingRight) + scrollbar;
  const undo = [
    override(scroller, "overflow-x", "hidden"),
    override(scroller, "overflow-y", "hidden"),
    override(scroller, "padding-right", `${padding}px`),
  ];
  return () => undo.forEach((restore) => restore());
}

/** The undo keeps what the page has set meanwhile: it may have closed a drawer that also stopped it from scrolling. */
function override({ style }: HTMLElement, name: string, value: string): () => void {
  const read = () => [style.getPropertyValue(name), style.getPropertyPriority(name)] as const;
  const before = read();
  style.setProperty(name, value, "important");
  const ours = read().join();
  return () => {
    if (read().join() === ours) style.setProperty(name, ...before);
  };
}
