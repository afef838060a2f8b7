import { z } from "zod";
import { kybStatuses, setKybStatus } from "../../sql/merchants/merchants.ts";
import { errorName } from "../../sql/process/errors.ts";
import { CliError } from "../cli/cli-error.ts";
import { oneOfFlag } from "../cli/flags.ts";
import { command, merchantFlag, requireMerchant } from "./command.ts";

export const kybCommands = {
  set: command({
    summary: "Set a merchant's verification status; live keys need approved",
    writes: true,
    flags: z.object({ merchant: merchantFlag, status: oneOfFlag(kybStatuses).describe("the new status") }),
    run: async (context, { merchant, status }) => {
      const { id } = await requireMerchant(context, merchant);
      await setKybStatus(context.database, { merchantId: id, status, acting: context.acting }).catch(
        (error: unknown) => {
          if (errorName(error) !== "operator_action_refused") throw error;
          throw new CliError(
            "STATE_CONFLICT",
            "this business waits for a decision: npm run ops -- decide-verification decides about what you saw",
          );
        },
      );
      return { merchant, status };
    },
  }),
};
