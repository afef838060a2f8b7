import { z } from "zod";
import { checkWebhookUrl } from "../../sql/webhooks/url.ts";
import { rotateWebhookSecret, setWebhookEndpoint } from "../../sql/queries/webhook-endpoints.ts";
import { AdminError, command, environmentFlag, merchantFlag, requireTenant } from "./command.ts";

const shown = z.object({ url: z.string() });

export const webhookCommands = {
  set: command({
    flags: z.object({ merchant: merchantFlag, environment: environmentFlag, url: z.string() }),
    run: async (context, { url, ...flags }) => {
      const tenant = await requireTenant(context, flags);
      const checked = checkWebhookUrl(url, { ...context.webhookUrlRules, environment: tenant.environment });
      if (!checked.ok) throw new AdminError("VALIDATION_ERROR", `--url ${checked.problem}`);
      const masterKeys = await context.encryptionKeys();
      const { json, secret } = await setWebhookEndpoint(context.database, masterKeys, tenant, checked.url);
      return { url: shown.parse(json).url, secret };
    },
  }),

  rotate: command({
    flags: z.object({
      merchant: merchantFlag,
      environment: environmentFlag,
      "overlap-hours": z
        .enum(["0", "1", "24", "72"], { error: "must be 0, 1, 24 or 72" })
        .transform(Number)
        .default(24),
    }),
    run: async (context, { merchant, environment, "overlap-hours": overlapHours }) => {
      const tenant = await requireTenant(context, { merchant, environment });
      const masterKeys = await context.encryptionKeys();
      const rotated = await rotateWebhookSecret(context.database, masterKeys, tenant, overlapHours);
      if (rotated === null)
        throw new AdminError("NOT_FOUND", `${merchant} has no ${environment} webhook endpoint`);
      return { url: shown.parse(rotated.json).url, secret: rotated.secret };
    },
  }),
};
