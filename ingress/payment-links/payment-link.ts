import { z } from "zod";
import { paymentLinkJson, type PaymentLinkJson } from "../../sql/payment-links/payment-link-json.ts";
import type { Context } from "../context.ts";

const { slug, ...members } = paymentLinkJson.shape;

/** A payment link as the API shows it. */
export const paymentLink = z
  .object({ slug, url: z.string().describe("The URL of the payment page."), ...members })
  .meta({ id: "PaymentLink", description: "A hosted payment page." });

/** Adds the URL of a link's page to its JSON. Only the ingress knows that URL. */
export function showPaymentLink(
  { config }: Pick<Context, "config">,
  link: PaymentLinkJson,
): z.output<typeof paymentLink> {
  const { slug: name, ...rest } = link;
  return { slug: name, url: `${config.publicUrl}/pay/${name}`, ...rest };
}
