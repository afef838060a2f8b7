import { z } from "zod";
import { kybStatuses, setKybStatus } from "../../sql/queries/merchants.ts";
import { oneOfFlag } from "../cli/flags.ts";
import { command, merchantFlag, requireMerchant } from "./command.ts";

export const kybCommands = {
  set: command({
    summary: "Set the status of a merchant's business verification; live keys need approved",
    writes: true,
    flags: z.object({ merchant: merchantFlag, status: oneOfFlag(kybStatuses).describe("how far it is") }),
    run: async (context, { merchant, status }) => {
      const { id } = await requireMerchant(context, merchant);
      await setKybStatus(context.database, id, status, context.acting);
      return { merchant, status };
    },
  }),
};
