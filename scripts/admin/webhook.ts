import { z } from "zod";
import { checkWebhookUrl } from "../../sql/columns/webhook-url.ts";
import { rotateWebhookSecret, setWebhookEndpoint } from "../../sql/queries/webhook-endpoints.ts";
import { AdminError, command, environmentFlag, merchantFlag, requireTenant } from "./command.ts";

export const webhookCommands = {
  set: command({
    flags: z.object({ merchant: merchantFlag, environment: environmentFlag, url: z.string() }),
    run: async (context, { url, ...flags }) => {
      const tenant = await requireTenant(context, flags);
      const checked = checkWebhookUrl(url, context.webhookAllowCidrs);
      if (!checked.ok) throw new AdminError("VALIDATION_ERROR", `--url ${checked.problem}`);
      const secret = await setWebhookEndpoint(
        context.database,
        await context.encryptionKey(),
        tenant,
        checked.url,
      );
      return { url: checked.url, secret };
    },
  }),

  rotate: command({
    flags: z.object({
      merchant: merchantFlag,
      environment: environmentFlag,
      "overlap-hours": z.coerce.number().int().min(0).max(72).default(24),
    }),
    run: async (context, { merchant, environment, "overlap-hours": overlapHours }) => {
      const tenant = await requireTenant(context, { merchant, environment });
      const masterKey = await context.encryptionKey();
      const secret = await rotateWebhookSecret(context.database, masterKey, tenant, overlapHours);
      if (secret === null)
        throw new AdminError("NOT_FOUND", `${merchant} has no ${environment} webhook endpoint`);
      return { secret };
    },
  }),
};
