import { gzipSync } from "node:zlib";
import { pageFacts } from "../../ingress/checkout/page-renderer.ts";
import { readBuiltFiles } from "../../ingress/checkout/read-built-files.ts";

/** What a payer's first visit may load, compressed: phones may be slow, and the merchant's page is open too. */
const LARGEST_BYTES = 19.5 * 1024;

/** The compressed size of the page's HTML, script and stylesheet, in bytes. Throws if that is too much. */
export async function checkCheckoutSize(): Promise<number> {
  const { script, stylesheet, renderer } = await readBuiltFiles();
  const paths = { script: `/checkout/${script.name}`, stylesheet: `/checkout/${stylesheet.name}` };
  const html = renderer.renderPage(pageFacts(exampleLink, undefined), paths);
  const bytes = [html, script.text, stylesheet.text]
    .map((text) => gzipSync(text, { level: 9 }).length)
    .reduce((sum, length) => sum + length);
  if (bytes > LARGEST_BYTES) {
    throw new Error(`The checkout page is ${bytes} bytes compressed, more than ${LARGEST_BYTES}.`);
  }
  return bytes;
}

/** The most common kind of link: of a fixed amount, and asking for an email. */
const exampleLink: Parameters<typeof pageFacts>[0] = {
  slug: "aaaaaaaaaaaaaaaaaaaaaa",
  title: "Chocolate birthday cake",
  merchantName: "Ada’s Bakery",
  amountType: "fixed",
  amount: { value: 500_000, currency: "NGN" },
  status: "active",
  environment: "live",
  isEmailKnown: false,
};
