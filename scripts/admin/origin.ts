import { z } from "zod";
import { parseOrigin } from "../../sql/checkout/origin.ts";
import { addOrigin } from "../../sql/checkout/origins.ts";
import { command, merchantFlag, requireMerchant } from "./command.ts";

const form =
  "must be an exact origin without a path, such as https://shop.example.com (http only for localhost)";

const originFlag = z
  .string()
  .transform((text, context) => {
    const origin = parseOrigin(text);
    if (origin !== undefined) return origin;
    context.addIssue({ code: "custom", message: form });
    return z.NEVER;
  })
  .describe("scheme and host of the pages, such as https://shop.example.com");

export const originCommands = {
  add: command({
    summary: "Allow an origin to embed a merchant's checkout",
    writes: true,
    flags: z.object({ merchant: merchantFlag, origin: originFlag }),
    run: async (context, flags) => {
      const { id } = await requireMerchant(context, flags.merchant);
      await addOrigin(context.database, { merchantId: id, origin: flags.origin, acting: context.acting });
      return flags;
    },
  }),
};
