import { z } from "zod";
import { kybStatuses, setKybStatus } from "../../sql/queries/merchants.ts";
import { command, merchantFlag, oneOfFlag, requireMerchant } from "./command.ts";

export const kybCommands = {
  set: command({
    flags: z.object({ merchant: merchantFlag, status: oneOfFlag(kybStatuses) }),
    run: async (context, { merchant, status }) => {
      await setKybStatus(context.database, (await requireMerchant(context, merchant)).id, status);
      return { merchant, status };
    },
  }),
};
