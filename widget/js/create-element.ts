/** Makes an element. Its style goes through the CSSOM, which a strict Content-Security-Policy of the page allows. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  style: string,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.style.cssText = style;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
