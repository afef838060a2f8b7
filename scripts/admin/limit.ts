import { z } from "zod";
import { MINIMUM_AMOUNT } from "../../sql/ledger/money.ts";
import { setPayoutMax } from "../../sql/queries/merchants.ts";
import { command, merchantFlag, requireMerchant, wholeNumberFlag } from "./command.ts";

const kobo = wholeNumberFlag(MINIMUM_AMOUNT, Number.MAX_SAFE_INTEGER, "kobo");

export const limitCommands = {
  set: command({
    flags: z.object({ merchant: merchantFlag, "payout-max": kobo }),
    run: async (context, flags) => {
      const { id } = await requireMerchant(context, flags.merchant);
      await setPayoutMax(context.database, id, BigInt(flags["payout-max"]));
      return { merchant: flags.merchant, payoutMax: { value: flags["payout-max"], currency: "NGN" } };
    },
  }),
};
