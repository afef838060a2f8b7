import { z } from "zod";
import { checkWebhookUrl, rulesOf } from "../../sql/webhooks/endpoints/url.ts";
import { rotateWebhookSecret, setWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { CliError } from "../cli/cli-error.ts";
import { command, requireTenant, tenantFlags } from "./command.ts";

const shown = z.object({ url: z.string() });

export const webhookCommands = {
  set: command({
    summary: "Set a merchant's webhook URL, and show its signing secret",
    writes: true,
    flags: z.object({ ...tenantFlags, url: z.string().describe("https; http only in test") }),
    run: async (context, { url, ...flags }) => {
      const tenant = await requireTenant(context, flags);
      const checked = checkWebhookUrl(url, rulesOf(tenant.environment, context.webhookUrlRules));
      if (!checked.ok) throw new CliError("VALIDATION_ERROR", `--url ${checked.problem}`);
      const masterKeys = await context.encryptionKeys();
      const { database, acting } = context;
      const { json, secret } = await setWebhookEndpoint(database, masterKeys, tenant, checked.url, acting);
      return { url: shown.parse(json).url, secret };
    },
  }),

  rotate: command({
    summary: "Rotate the webhook secret; the old one keeps signing for a while",
    writes: true,
    flags: z.object({
      ...tenantFlags,
      overlapHours: z
        .enum(["0", "1", "24", "72"], { error: "must be 0, 1, 24 or 72" })
        .transform(Number)
        .default(24)
        .describe("how long the old secret also signs (default: 24)"),
    }),
    run: async (context, { merchant, environment, overlapHours }) => {
      const tenant = await requireTenant(context, { merchant, environment });
      const masterKeys = await context.encryptionKeys();
      const { database, acting } = context;
      const rotated = await rotateWebhookSecret(database, masterKeys, tenant, overlapHours, acting);
      if (rotated === null)
        throw new CliError("NOT_FOUND", `${merchant} has no ${environment} webhook endpoint`);
      return { url: shown.parse(rotated.json).url, secret: rotated.secret };
    },
  }),
};
