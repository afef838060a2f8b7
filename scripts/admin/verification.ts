import { z } from "zod";
import {
  decideVerification,
  listVerificationSteps,
  listVerifications,
  reviewedStatuses,
} from "../../sql/verification/verification-reviews.ts";
import { findVerification } from "../../sql/verification/verifications.ts";
import { missingFrom } from "../../ingress/verification/missing-from.ts";
import { CliError } from "../cli/cli-error.ts";
import { oneOfFlag, wholeNumberFlag } from "../cli/flags.ts";
import { command, merchantFlag, reasonFlag, requireMerchant, type AdminContext } from "./command.ts";

/** As many as a person decides about in a day; the next ones are shown when these are done. */
const MOST_LISTED = 100;

/** What was seen of a business, as verification show has it. */
const seenFlags = z.object({
  merchant: merchantFlag,
  version: wholeNumberFlag(0, 2 ** 31 - 1, "the form's versions").describe(
    "the version of the form that you saw",
  ),
  document: z
    .array(z.string().regex(/^doc_/, "must be a document's reference, doc_..."))
    .default([])
    .describe("the reference of a document that you saw; repeat for each"),
});

async function decide(
  { database, acting }: AdminContext,
  { merchant, version, document: documents }: z.output<typeof seenFlags>,
  status: "approved" | "rejected",
): Promise<{ merchant: string; status: string }> {
  const verdict = await decideVerification(database, merchant, status, { version, documents }, acting);
  switch (verdict.outcome) {
    case "decided":
      return { merchant, status };
    case "not_submitted":
      throw new CliError(
        "STATE_CONFLICT",
        "this business does not wait for a decision; kyb set overrides that",
      );
    case "changed":
      throw new CliError(
        "STATE_CONFLICT",
        `another form (version ${verdict.version}) or other documents were submitted: see verification show`,
      );
    default:
      throw new CliError("NOT_FOUND", `there is no merchant ${merchant}`);
  }
}

export const verificationCommands = {
  list: command({
    summary: "List businesses by verification status, oldest first",
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
    summary: "Show a merchant's verification form, documents and decisions",
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
    summary: "Approve a business, so that it can create live keys",
    writes: true,
    flags: seenFlags,
    run: async (context, seen) => decide(context, seen, "approved"),
  }),

  reject: command({
    summary: "Reject a business with a reason for its owners",
    writes: true,
    flags: seenFlags.extend({ reason: reasonFlag }),
    run: async (context, seen) => decide(context, seen, "rejected"),
  }),
};
