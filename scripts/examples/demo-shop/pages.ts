import { catalogue, inNaira } from "./catalogue.ts";
import type { Order } from "./orders.ts";

/** The shop with plain HTML: its page loads the checkout with one script tag. */
export function shopPage(payOrigin: string): string {
  const books = catalogue.map(
    ({ id, title, author, price }) => `
      <li class="book">
        <div class="cover" aria-hidden="true">${escapeHtml(title)}</div>
        <h2>${escapeHtml(title)}</h2>
        <p>${escapeHtml(author)}</p>
        <p class="price">${inNaira(price)}</p>
        <button type="button" data-buy="${escapeHtml(id)}">Buy<span class="unseen"> ${escapeHtml(title)}</span></button>
      </li>`,
  );
  return page(
    "Kaduna Books",
    `<ul class="books">${books.join("")}</ul>
    <p id="problem" role="alert"></p>`,
    [checkoutTag(payOrigin), moduleTag("/shop.js")],
  );
}

/** The same shop as a React app, with the checkout in its own bundle. */
export function reactPage(payOrigin: string): string {
  return page("Kaduna Books, with React", `<div id="app" data-pay-origin="${escapeHtml(payOrigin)}"></div>`, [
    moduleTag("/react.js"),
  ]);
}

/** An order: waiting, with the checkout available, until the webhook has come. */
export function orderPage(payOrigin: string, { id, book, amount, slug, status }: Order): string {
  return page(
    "Your order",
    `<section class="order" data-order="${escapeHtml(id)}" data-slug="${escapeHtml(slug ?? "")}">
      <h2>${escapeHtml(book.title)}</h2>
      <p class="price">${inNaira(amount.value)}</p>
      <p id="status" role="status" data-status="${status}"></p>
      <button type="button" id="pay" hidden>Pay ${inNaira(amount.value)}</button>
      <p id="problem" role="alert"></p>
    </section>`,
    [checkoutTag(payOrigin), moduleTag("/order.js")],
  );
}

export function missingPage(): string {
  return page("Not here", `<p>There is no such page, or no such order since the shop was started.</p>`, []);
}

function page(heading: string, content: string, scriptTags: string[]): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${heading}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/shop.css" />
    ${scriptTags.join("\n    ")}
  </head>
  <body>
    <header>
      <h1>${heading}</h1>
      <nav><a href="/">Script tag</a> <a href="/react">React</a></nav>
    </header>
    <main>
      ${content}
    </main>
    <footer>A shop to copy from: the payments are a test, and the books do not exist.</footer>
  </body>
</html>
`;
}

/** The one script tag of the checkout. Modules that come after it run after it. */
function checkoutTag(payOrigin: string): string {
  return `<script src="${escapeHtml(payOrigin)}/@service/js@0" defer></script>`;
}

function moduleTag(path: string): string {
  return `<script type="module" src="${path}"></script>`;
}

function escapeHtml(text: string): string {
  const names: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" };
  return text.replace(/[&<>"']/g, (character) => `&${names[character]};`);
}
