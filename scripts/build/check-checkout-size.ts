import { gzipSync } from "node:zlib";
import { pageFacts } from "../../ingress/checkout/page-renderer.ts";
import { readBuiltFiles } from "../../ingress/checkout/read-built-files.ts";

/** What a payer's first visit may load, compressed: they may be on a slow phone, with the merchant's page still open. */
const LARGEST_BYTES = 19_660;

/** The size of the page's HTML, script and stylesheet as browsers download them, compressed. Throws if that is too much. */
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
