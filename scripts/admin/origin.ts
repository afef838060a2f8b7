import { z } from "zod";
import { parseOrigin } from "../../sql/checkout/origin.ts";
import { addOrigin, listOrigins, removeOrigin } from "../../sql/checkout/origins.ts";
import { CliError } from "../cli/cli-error.ts";
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
      await addOrigin(context.database, id, flags.origin, context.acting);
      return flags;
    },
  }),

  list: command({
    summary: "List the origins allowed to embed a merchant's checkout",
    writes: false,
    flags: z.object({ merchant: merchantFlag }),
    run: async (context, { merchant }) => ({
      origins: await listOrigins(context.database, (await requireMerchant(context, merchant)).id),
    }),
  }),

  remove: command({
    summary: "Stop an origin from embedding the checkout",
    writes: true,
    // Any text: an origin that was added under older, laxer rules must be removable too.
    flags: z.object({ merchant: merchantFlag, origin: z.string().toLowerCase().describe("as it is listed") }),
    run: async (context, flags) => {
      const { id } = await requireMerchant(context, flags.merchant);
      if (!(await removeOrigin(context.database, id, flags.origin, context.acting)))
        throw new CliError("NOT_FOUND", `${flags.merchant} has no origin ${flags.origin}`);
      return { ...flags, removed: true };
    },
  }),
};
