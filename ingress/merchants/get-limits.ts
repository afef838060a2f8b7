import { z } from "zod";
import { MINIMUM_AMOUNT, moneyJson } from "../../sql/ledger/money.ts";
import { MOST_PAYOUT_ACCOUNTS } from "../../sql/payouts/accounts/payout-account-json.ts";
import { chargeJson, payoutLimitsJson } from "../../sql/merchants/limits-json.ts";
import { findPayoutLimits, listCharges } from "../../sql/merchants/limits.ts";
import { memberRoute } from "../http/session-route.ts";

const perMinute = z.int().describe("Requests per minute, for each key or person.");

export const getLimits = memberRoute({
  method: "get",
  path: "/dashboard/api/limits",
  summary: "Get the merchant's limits and fees",
  permission: "read",
  success: {
    status: 200,
    data: z
      .object({
        payout: z.object({
          smallest: moneyJson.describe("In test mode."),
          smallestLive: moneyJson.describe("In live mode: the lowest minimum of the configured gateways."),
          largest: moneyJson,
          test: payoutLimitsJson,
          live: payoutLimitsJson,
        }),
        requestsPerMinute: z.object({ all: perMinute, verifyAccount: perMinute, identityCheck: perMinute }),
        payoutAccounts: z.int().describe("Saved payout accounts per environment."),
        charges: z.array(chargeJson),
      })
      .meta({ id: "Limits", description: "The merchant's limits, and what services cost." }),
  },
  handler: async ({ session }, { database, config: { limitsPerMinute, leastLive } }) => {
    const naira = (value: number) => ({ value, currency: "NGN" });
    const { largest, test, live } = await findPayoutLimits(database, session.merchantId);
    const charges = [...(await listCharges(database, session.merchantId))];
    return {
      data: {
        payout: {
          smallest: naira(MINIMUM_AMOUNT),
          smallestLive: naira(Number(leastLive.payout)),
          largest: naira(Number(largest)),
          test,
          live,
        },
        requestsPerMinute: {
          all: limitsPerMinute.all,
          verifyAccount: limitsPerMinute.verifyAccount,
          identityCheck: limitsPerMinute.identityCheck,
        },
        payoutAccounts: MOST_PAYOUT_ACCOUNTS,
        charges,
      },
    };
  },
});
