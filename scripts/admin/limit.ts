import { z } from "zod";
import { MINIMUM_AMOUNT } from "../../sql/ledger/money.ts";
import { setPayoutMax } from "../../sql/merchants/merchants.ts";
import { wholeNumberFlag } from "../cli/flags.ts";
import { command, merchantFlag, requireMerchant } from "./command.ts";

const kobo = wholeNumberFlag(MINIMUM_AMOUNT, Number.MAX_SAFE_INTEGER, "kobo").describe(
  "the largest amount of one payout, in kobo",
);

export const limitCommands = {
  set: command({
    summary: "Set a merchant's limit for a single payout",
    writes: true,
    flags: z.object({ merchant: merchantFlag, payoutMax: kobo }),
    run: async (context, flags) => {
      const { id } = await requireMerchant(context, flags.merchant);
      await setPayoutMax(context.database, {
        merchantId: id,
        payoutMax: BigInt(flags.payoutMax),
        acting: context.acting,
      });
      return { merchant: flags.merchant, payoutMax: { value: flags.payoutMax, currency: "NGN" } };
    },
  }),
};
