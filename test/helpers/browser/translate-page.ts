import type { Frame, Page } from "playwright-core";

/** Runs in the page. Text, because tests of the service know no browser's types. */
const translate = `{
  const leftAlone = 'script, style, noscript, textarea, select, font, [translate="no"], .notranslate';
  const replace = (text) => {
    if (text.data.trim() === "" || !text.parentElement || text.parentElement.closest(leftAlone)) return;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.append(text.data);
    outer.append(inner);
    text.replaceWith(outer);
  };
  const replaceAll = (root) => {
    if (root instanceof Text) return replace(root);
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(replace);
  };
  replaceAll(document.body);
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      if (type === "characterData") replace(target);
      else addedNodes.forEach(replaceAll);
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}`;

/**
 * Does to a page or frame what Google Translate does in Chrome: each text node is replaced by
 * <font><font>text</font></font>, with a node that the page does not know, and so is each that comes later. Text in
 * translate="no" is left alone. The words stay, so that tests find them.
 */
export async function translatePage(page: Page | Frame): Promise<void> {
  await page.evaluate(translate);
}
