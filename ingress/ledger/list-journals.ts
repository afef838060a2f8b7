import { z } from "zod";
import { journalJson } from "../../sql/ledger/journal-json.ts";
import { findJournals } from "../../sql/ledger/journals.ts";
import { reference } from "../http/fields.ts";
import { orNotFound } from "../http/problems.ts";
import { tenantRoute } from "../http/session-route.ts";

export const listJournals = tenantRoute({
  method: "get",
  path: "/dashboard/api/:environment/journals/:reference",
  summary: "List the ledger entries of a payout, refund, collection or identity check, oldest first",
  permission: "read",
  request: {
    params: z.object({
      reference: z.union([reference("pyt"), reference("rfd"), reference("col"), reference("kyc")]),
    }),
  },
  success: { status: 200, data: z.array(journalJson) },
  errors: ["NOT_FOUND"],
  handler: async ({ caller, params }, { database }) => {
    return {
      data: orNotFound(await findJournals(database, { tenant: caller, reference: params.reference })),
    };
  },
});
