import { z } from "zod";
import { parseOrigin } from "../../sql/checkout/origin.ts";
import { addOrigin, listOrigins, removeOrigin } from "../../sql/queries/origins.ts";
import { AdminError, command, merchantFlag, requireMerchant } from "./command.ts";

const form =
  "must be an exact origin without a path, such as https://shop.example.com (http only for localhost)";

const originFlag = z.string().transform((text, context) => {
  const origin = parseOrigin(text);
  if (origin !== undefined) return origin;
  context.addIssue({ code: "custom", message: form });
  return z.NEVER;
});

export const originCommands = {
  add: command({
    flags: z.object({ merchant: merchantFlag, origin: originFlag }),
    run: async (context, flags) => {
      await addOrigin(context.database, (await requireMerchant(context, flags.merchant)).id, flags.origin);
      return flags;
    },
  }),

  list: command({
    flags: z.object({ merchant: merchantFlag }),
    run: async (context, { merchant }) => ({
      origins: await listOrigins(context.database, (await requireMerchant(context, merchant)).id),
    }),
  }),

  remove: command({
    // As it is listed: what was added under laxer rules has to go as well.
    flags: z.object({ merchant: merchantFlag, origin: z.string().toLowerCase() }),
    run: async (context, flags) => {
      const { id } = await requireMerchant(context, flags.merchant);
      if (!(await removeOrigin(context.database, id, flags.origin)))
        throw new AdminError("NOT_FOUND", `${flags.merchant} has no origin ${flags.origin}`);
      return { ...flags, removed: true };
    },
  }),
};
