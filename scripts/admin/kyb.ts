import { z } from "zod";
import { kybStatuses, setKybStatus } from "../../sql/queries/merchants.ts";
import { oneOfFlag } from "../cli/flags.ts";
import { command, merchantFlag, requireMerchant } from "./command.ts";

export const kybCommands = {
  set: command({
    summary: "Set the status of a merchant's business verification; live keys need approved",
    flags: z.object({ merchant: merchantFlag, status: oneOfFlag(kybStatuses).describe("how far it is") }),
    run: async (context, { merchant, status }) => {
      await setKybStatus(context.database, (await requireMerchant(context, merchant)).id, status);
      return { merchant, status };
    },
  }),
};
