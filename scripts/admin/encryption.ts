import { z } from "zod";
import {
  resealIdentityRecords,
  resealSandboxIdentities,
  resealWebhookSecrets,
} from "../../sql/queries/reseal.ts";
import { command } from "./command.ts";

export const encryptionCommands = {
  /**
   * Seals everything that was sealed with the other key with the current one, while traffic runs, and tells how much
   * that was. An identity that is being asked about is left for the next run: where one finds nothing, the other key can
   * be taken out of the environment.
   */
  reseal: command({
    flags: z.object({}),
    run: async ({ database, encryptionKeys }) => {
      const keys = await encryptionKeys();
      return {
        webhookSecrets: await resealWebhookSecrets(database, keys),
        identityRecords: await resealIdentityRecords(database, keys),
        sandboxIdentities: await resealSandboxIdentities(database, keys),
      };
    },
  }),
};
