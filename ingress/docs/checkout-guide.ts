import { code, html, paragraphs, table, type Html } from "../http/html.ts";

/** Of the running service, what its guide quotes. */
export type DescribedService = {
  /** Where the checkout and the widget's script are served, without a trailing slash. */
  publicUrl: string;
  widget: { version: string; integrity: string };
};

/** The hosted checkout and the packages that open it on a merchant's own site. */
export function checkoutGuide({ publicUrl, widget }: DescribedService): Html {
  return html`${paragraphs(
    "`POST /v1/payment-links` on your server makes a page on which payers pay: send them to its `url`, or open it in a modal on your own site by its `slug`. The amount is the link's; nothing that a browser says changes it.",
    "The page shows a bank account that waits for 30 minutes, and says by itself when the transfer has arrived. With a link of a test key it shows a TEST banner, and the button “I've sent the transfer” settles it at once.",
  )}${code(`<script src="${publicUrl}/@service/js@0"></script>
<script>
  const { close } = Service().checkout({
    slug, // of the payment link that your server made
    onSuccess: ({ reference }) => showThanks(reference), // a signal for the page: fulfil on the webhook
    onClose: () => {}, // once, however the modal closes
    onError: ({ code, message }) => {},
  });
</script>`)}${paragraphs(
    "With a bundler use the packages `@service/js` (any site) or, in its place, `@service/react` (React 18 and newer), which carry their types, and name the service: `Service({ payOrigin })`. Whoever runs the service has them: `npm run build && npm pack -w @service/js -w @service/react` in its repository makes both.",
  )}${code(`import { ServiceCheckoutButton } from "@service/react";

<ServiceCheckoutButton payOrigin="${publicUrl}" slug={slug} onSuccess={showThanks}>
  Pay now
</ServiceCheckoutButton>`)}${table(
    ["onError", "When"],
    [
      [
        "`LINK_UNAVAILABLE`",
        "the slug is missing or unknown, the link disabled or paid: nothing opens. Paid from elsewhere while it is open: the modal says so",
      ],
      ["`TRANSFER_WINDOW_EXPIRED`", "the 30 minutes have passed; the payer may ask for a new account"],
      ["`CHECKOUT_UNREACHABLE`", "the service cannot be reached; the payer may try again"],
      ["`CHECKOUT_FAILED`", "no bank account could be had; the payer may try again"],
    ],
  )}${paragraphs(
    "Your site's origin has to be registered, exactly, with scheme and port (`https://shop.example.com`; plain http for localhost only): operators register it with `npm run -s admin -- origin add --merchant mer_… --origin https://shop.example.com`. On other origins the modal stays blank, and the console says which one to register; after 15 seconds it says that something is amiss.",
    `An exact version never changes, so a tag may pin its bytes: \`<script src="${publicUrl}/@service/js@${widget.version}" integrity="${widget.integrity}" crossorigin="anonymous">\`. \`@0\` is the newest of major version 0, and browsers keep either for seven days.`,
    `With a Content-Security-Policy of your own, \`script-src\`, \`connect-src\` and \`frame-src\` need \`${publicUrl}\`; nothing else is needed, no inline style and no eval.`,
  )}`;
}
