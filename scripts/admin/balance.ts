import { z } from "zod";
import { environments } from "../../sql/ledger/money.ts";
import { findBalances } from "../../sql/ledger/balances.ts";
import { command, merchantFlag, requireMerchant } from "./command.ts";

/** The balances of both environments: `admin balance --merchant mer_...`. */
export const showBalance = command({
  summary: "Show a merchant's balances in both environments",
  writes: false,
  flags: z.object({ merchant: merchantFlag }),
  run: async (context, { merchant }) => {
    const { id: merchantId } = await requireMerchant(context, merchant);
    const balances = environments.map(
      async (environment) =>
        [environment, await findBalances(context.database, { merchantId, environment })] as const,
    );
    return Object.fromEntries(await Promise.all(balances));
  },
});
