import { z } from "zod";
import { addOrigin, listOrigins, removeOrigin } from "../../sql/queries/origins.ts";
import { AdminError, command, merchantFlag, requireMerchant } from "./command.ts";

/** An exact origin: https, or http for localhost; no path. The form is the one that a browser sends. */
const originFlag = z.string().refine((text) => {
  const url = URL.parse(text);
  if (url === null || url.origin !== text.toLowerCase()) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && url.hostname === "localhost");
}, "must be an exact origin without a path, such as https://shop.example.com (http only for localhost)");

export const originCommands = {
  add: command({
    flags: z.object({ merchant: merchantFlag, origin: originFlag }),
    run: async (context, flags) => {
      const origin = flags.origin.toLowerCase();
      await addOrigin(context.database, (await requireMerchant(context, flags.merchant)).id, origin);
      return { merchant: flags.merchant, origin };
    },
  }),

  list: command({
    flags: z.object({ merchant: merchantFlag }),
    run: async (context, { merchant }) => ({
      origins: await listOrigins(context.database, (await requireMerchant(context, merchant)).id),
    }),
  }),

  remove: command({
    flags: z.object({ merchant: merchantFlag, origin: originFlag }),
    run: async (context, flags) => {
      const origin = flags.origin.toLowerCase();
      const { id } = await requireMerchant(context, flags.merchant);
      if (!(await removeOrigin(context.database, id, origin)))
        throw new AdminError("NOT_FOUND", `${flags.merchant} has no origin ${origin}`);
      return { merchant: flags.merchant, origin, removed: true };
    },
  }),
};
