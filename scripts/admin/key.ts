import { z } from "zod";
import { isNetwork } from "../../ingress/keys/allowed-networks.ts";
import { createApiKey, revokeApiKey, rotateApiKey } from "../../sql/keys/api-keys.ts";
import { areCompatible, incompatibleScopes, scopes } from "../../sql/keys/scopes.ts";
import { CliError } from "../cli/cli-error.ts";
import { wholeNumberFlag } from "../cli/flags.ts";
import { command, environmentFlag, merchantFlag, requireMerchant } from "./command.ts";

const keyFlag = z
  .string()
  .regex(/^key_/, "must be a key's reference, key_...")
  .describe("the key's reference, key_...");

export const keyCommands = {
  create: command({
    summary: "Create an API key and show its secret once",
    writes: true,
    flags: z.object({
      merchant: merchantFlag,
      environment: environmentFlag,
      scopes: z
        .string()
        .transform((list) => list.split(",").map((scope) => scope.trim()))
        .pipe(z.array(z.enum(scopes, { error: `must be of ${scopes.join(", ")}, separated by commas` })))
        .refine(areCompatible, incompatibleScopes)
        .optional()
        .describe("the key's scopes, separated by commas (default: all but payouts:approve)"),
      allowIp: z
        .array(
          z
            .string()
            .refine(isNetwork, "must be an address or a network without host bits, such as 203.0.113.0/24"),
        )
        .default([])
        .describe("an IP address or network that may use the key; can be repeated"),
    }),
    run: async (context, flags) => {
      const merchant = await requireMerchant(context, flags.merchant);
      if (flags.environment === "live") {
        if (merchant.kybStatus !== "approved") {
          throw new CliError(
            "KYB_LIVE_REQUIRED",
            "live keys need an approved business verification: kyb set --status approved",
          );
        }
        // Without a live gateway, a live key's payouts would be accepted and never sent.
        if (!(await context.hasLiveGateway())) {
          throw new CliError(
            "LIVE_GATEWAY_NOT_CONFIGURED",
            "no live gateway is configured (LIVE_GATEWAYS); only test keys can be created",
          );
        }
      }
      const key = {
        merchantId: merchant.id,
        environment: flags.environment,
        ...(flags.scopes === undefined ? {} : { scopes: flags.scopes }),
        allowedCidrs: flags.allowIp,
      };
      return createApiKey(context.database, { ...key, acting: context.acting, caller: undefined });
    },
  }),

  rotate: command({
    summary: "Rotate a key; both keys work for a while",
    writes: true,
    flags: z.object({
      key: keyFlag,
      overlapHours: wholeNumberFlag(0, 72, "hours")
        .default(24)
        .describe("how long the old key still works, 0 to 72 (default: 24)"),
    }),
    run: async ({ database, acting }, flags) => {
      const rotation = { tenant: null, reference: flags.key, overlapHours: flags.overlapHours };
      const successor = await rotateApiKey(database, { ...rotation, acting, caller: undefined });
      if (successor === null)
        throw new CliError("NOT_FOUND", `there is no key ${flags.key} that is not revoked`);
      if (successor === "expired")
        throw new CliError(
          "KEY_EXPIRED",
          `${flags.key} has expired and gets no successor; create a key instead`,
        );
      return successor;
    },
  }),

  revoke: command({
    summary: "Revoke a key immediately",
    writes: true,
    flags: z.object({ key: keyFlag }),
    run: async ({ database, acting }, { key }) => {
      if (!(await revokeApiKey(database, { tenant: null, reference: key, acting })))
        throw new CliError("NOT_FOUND", `there is no key ${key}`);
      return { key, revoked: true };
    },
  }),
};
