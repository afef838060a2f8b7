import { z } from "zod";
import {
  reencryptIdentityRecords,
  reencryptSandboxIdentities,
  reencryptTotpSecrets,
  reencryptVerificationDocuments,
  reencryptVerificationForms,
  reencryptWebhookSecrets,
} from "../../sql/process/encryption/re-encrypt.ts";
import { forgetOtherKeys } from "../../sql/process/encryption/encryption-keys.ts";
import { progress } from "../cli/show-progress.ts";
import { command } from "./command.ts";

export const encryptionCommands = {
  /**
   * Runs beside traffic. It counts an identity that is being checked, and leaves it as it is. Once a run counts
   * nothing, and no mail or check needs the other key, that is forgotten, and can be removed from the environment.
   */
  reencrypt: command({
    summary: "Re-encrypt with the current key everything that the other key encrypted",
    writes: true,
    flags: z.object({}),
    run: async ({ database, encryptionKeys, acting }) => {
      const keys = await encryptionKeys();
      const follow = (title: string, reencrypt: typeof reencryptWebhookSecrets) =>
        progress.during(title, (showDetail) =>
          reencrypt(database, keys, acting, (done, left) => showDetail(`${done} rows done, ${left} left`)),
        );
      const reencrypted = {
        webhookSecrets: await follow("Webhook secrets", reencryptWebhookSecrets),
        identityRecords: await follow("Identity records", reencryptIdentityRecords),
        sandboxIdentities: await follow("Sandbox identities", reencryptSandboxIdentities),
        totpSecrets: await follow("Secrets of people's apps for codes", reencryptTotpSecrets),
        verificationForms: await follow("Verification forms", reencryptVerificationForms),
        verificationDocuments: await follow("Verification documents", reencryptVerificationDocuments),
      };
      const isDone = Object.values(reencrypted).every((changed) => changed === 0);
      return { ...reencrypted, keysForgotten: isDone ? await forgetOtherKeys(database, keys, acting) : 0 };
    },
  }),
};
