import { z } from "zod";
import {
  reencryptIdentityRecords,
  reencryptSandboxIdentities,
  reencryptWebhookSecrets,
} from "../../sql/queries/re-encrypt.ts";
import { command } from "./command.ts";

export const encryptionCommands = {
  /**
   * Encrypts everything that was encrypted with the other key with the current one, while traffic runs, and tells how much
   * that was. An identity that is being asked about is left for the next run: where one finds nothing, the other key can
   * be taken out of the environment.
   */
  reencrypt: command({
    flags: z.object({}),
    run: async ({ database, encryptionKeys }) => {
      const keys = await encryptionKeys();
      return {
        webhookSecrets: await reencryptWebhookSecrets(database, keys),
        identityRecords: await reencryptIdentityRecords(database, keys),
        sandboxIdentities: await reencryptSandboxIdentities(database, keys),
      };
    },
  }),
};
