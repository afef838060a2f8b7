import { z } from "zod";
import { inviteOwner } from "../../sql/members/invitations.ts";
import { isVisible, oneLine } from "../../sql/formats/plain-text.ts";
import { createMerchant } from "../../sql/merchants/merchants.ts";
import { CliError } from "../cli/cli-error.ts";
import { command, merchantFlag, requireMerchant } from "./command.ts";

const error = "must be text of 1 to 200 characters on one line";

export const merchantCommands = {
  create: command({
    summary: "Create a merchant",
    writes: true,
    flags: z.object({
      name: z
        .string()
        .max(200, { error })
        .regex(oneLine, { error })
        .refine(isVisible, { error })
        .describe("the business's name"),
      email: z
        .email({ error: "must be an email address" })
        .max(254, { error: "must have at most 254 characters" })
        .describe("its contact email address"),
    }),
    run: async ({ database, acting }, { name, email }) => ({
      merchant: (await createMerchant(database, { name, email, acting })).reference,
    }),
  }),

  "invite-owner": command({
    summary: "Invite a merchant's first owner by email",
    writes: true,
    flags: z.object({
      merchant: merchantFlag,
      email: z
        .email({ error: "must be an email address" })
        .max(254, { error: "must have at most 254 characters" })
        .transform((email) => email.normalize("NFC").toLowerCase())
        .describe("the owner's email address; the link works for 7 days, only for this address"),
    }),
    run: async (context, { merchant, email }) => {
      const { id } = await requireMerchant(context, merchant);
      const keys = await context.encryptionKeys();
      const invitation = await inviteOwner(context.database, keys, id, email, context.acting);
      if (invitation === null)
        throw new CliError(
          "STATE_CONFLICT",
          "this merchant has an owner, who invites others in the dashboard",
        );
      return { merchant, invitation };
    },
  }),
};
