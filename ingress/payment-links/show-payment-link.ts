import { z } from "zod";
import type { Context } from "../context.ts";

const linkJson = z.looseObject({ slug: z.string() });

/** A payment link's public JSON with the address of its page, which only the ingress knows. */
export function showPaymentLink({ config }: Pick<Context, "config">, link: unknown): object {
  const { slug, ...members } = linkJson.parse(link);
  return { slug, url: `${config.publicUrl}/pay/${slug}`, ...members };
}
