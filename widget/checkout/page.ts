/** What the server says of the link and of who embeds this page, in the attributes of its main element. */
export type Page = {
  slug: string;
  merchant: string;
  isOpen: boolean;
  /** The payer is asked for something before there is a session. */
  hasForm: boolean;
  /** The page that embeds this one; undefined where this one stands by itself. */
  parent: { origin: string; nonce: string } | undefined;
};

export function readPage(): Page {
  const { slug = "", merchant = "", status, parentOrigin, nonce } = query<HTMLElement>("main").dataset;
  const isFramed = window.parent !== window;
  return {
    slug,
    merchant,
    isOpen: status === "active",
    hasForm: document.querySelector("[data-form]") !== null,
    parent:
      isFramed && parentOrigin !== undefined && nonce !== undefined
        ? { origin: parentOrigin, nonce }
        : undefined,
  };
}

/** An element that the server's HTML has, or the code would make no sense. */
export function query<Element extends HTMLElement>(selector: string): Element {
  const found = document.querySelector<Element>(selector);
  if (found === null) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** The element of a name, if the page has it in this mode. */
export function part(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-part="${name}"]`);
}

export function showPart(name: string, isShown: boolean): void {
  const element = part(name);
  if (element !== null) element.hidden = !isShown;
}

/** Fills in a text, where the page has a place for it. What is to be copied may be plainer than what is read. */
export function setText(name: string, text: string, plain?: string): void {
  const element = document.querySelector<HTMLElement>(`[data-text="${name}"]`);
  if (element === null || element.textContent === text) return;
  element.textContent = text;
  if (element instanceof HTMLDataElement) element.value = plain ?? text;
}

/** Says something to people who hear the page. */
export function announce(text: string): void {
  setText("announcement", text);
}

/** Takes back what was said, unless something else has been said since. */
export function unsay(text: string): void {
  if (query("[data-text=announcement]").textContent === text) announce("");
}
