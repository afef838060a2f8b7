/** For each text node that a translator took out: the node in its place. */
const inPlaceOf = new WeakMap<Text, Node>();

const isFont = (node: Node | null | undefined): node is HTMLElement => node?.nodeName === "FONT";

/**
 * Keeps the page working while the browser translates it. Translators replace text nodes, which React still holds, with
 * <font> elements: React would change texts that nobody sees, and fail when it removes one. Each text returns to its
 * place before React touches it; the translator then translates it again.
 */
export function surviveTranslators(root: Node): void {
  new MutationObserver((records) => records.forEach(remember)).observe(root, {
    childList: true,
    subtree: true,
  });
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue")!;
  Object.defineProperty(Text.prototype, "nodeValue", {
    ...nodeValue,
    set(this: Text, text: string) {
      putBack(this);
      nodeValue.set!.call(this, text);
    },
  });
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function remove<Child extends Node>(this: Node, child: Child): Child {
    putBack(child);
    // The translator may have removed its elements since: then there is nothing left to remove.
    return child instanceof Text && child.parentNode !== this
      ? child
      : (removeChild.call(this, child) as Child);
  };
  Node.prototype.insertBefore = function insert<Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    putBack(next);
    const isGone = next instanceof Text && next.parentNode !== this;
    return insertBefore.call(this, child, isGone ? null : next) as Child;
  };
}

/** Notes which element replaced a text, whichever the translator did first. */
function remember({ addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord): void {
  const font = [...addedNodes, previousSibling, nextSibling].find(isFont);
  if (font === undefined) return;
  for (const node of removedNodes) if (node instanceof Text && !node.isConnected) inPlaceOf.set(node, font);
}

function putBack(node: Node | null): void {
  if (!(node instanceof Text) || node.isConnected) return;
  const font = inPlaceOf.get(node);
  inPlaceOf.delete(node);
  font?.parentNode?.replaceChild(node, font);
}
