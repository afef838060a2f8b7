import { z } from "zod";
import {
  decideVerification,
  listVerificationSteps,
  listVerifications,
  reviewedStatuses,
} from "../../sql/queries/verification-reviews.ts";
import { findVerification } from "../../sql/queries/verifications.ts";
import { missingFrom } from "../../ingress/verification/missing-from.ts";
import { CliError } from "../cli/cli-error.ts";
import { oneOfFlag } from "../cli/flags.ts";
import { command, merchantFlag, reasonFlag, requireMerchant, type AdminContext } from "./command.ts";

/** As many as a person decides about in a day; the next ones are shown when these are done. */
const MOST_LISTED = 100;

async function decide(
  { database, acting }: AdminContext,
  merchant: string,
  status: "approved" | "rejected",
): Promise<{ merchant: string; status: string }> {
  switch (await decideVerification(database, merchant, status, acting)) {
    case "decided":
      return { merchant, status };
    case "not_submitted":
      throw new CliError(
        "STATE_CONFLICT",
        "this business does not wait for a decision; kyb set overrides that",
      );
    default:
      throw new CliError("NOT_FOUND", `there is no merchant ${merchant}`);
  }
}

export const verificationCommands = {
  list: command({
    summary: "List the businesses that wait for a decision, or were decided, the oldest first",
    writes: false,
    flags: z.object({
      status: oneOfFlag(reviewedStatuses).default("submitted").describe("which of them"),
    }),
    run: async ({ database }, { status }) => {
      const page = await listVerifications(database, status, { limit: MOST_LISTED, after: null }, null);
      return { verifications: page.items.map(({ isOwn: _isOwn, ...listed }) => listed) };
    },
  }),

  show: command({
    summary: "Show what a merchant says about its business, its documents and the decisions",
    writes: false,
    flags: z.object({ merchant: merchantFlag }),
    run: async (context, { merchant }) => {
      const { id } = await requireMerchant(context, merchant);
      const found = await findVerification(context.database, await context.encryptionKeys(), id);
      const missing = missingFrom(
        found.form,
        found.documents.map(({ kind }) => kind),
      );
      return { merchant, ...found, missing, history: await listVerificationSteps(context.database, id) };
    },
  }),

  approve: command({
    summary: "Approve a business that waits for a decision; live keys can be created then",
    writes: true,
    flags: z.object({ merchant: merchantFlag }),
    run: async (context, { merchant }) => decide(context, merchant, "approved"),
  }),

  reject: command({
    summary: "Reject a business that waits for a decision; its owners read the reason",
    writes: true,
    flags: z.object({ merchant: merchantFlag, reason: reasonFlag }),
    run: async (context, { merchant }) => decide(context, merchant, "rejected"),
  }),
};
