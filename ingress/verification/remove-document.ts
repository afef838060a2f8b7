import { z } from "zod";
import { removeVerificationDocument } from "../../sql/verification/verification-documents.ts";
import { reference } from "../http/fields.ts";
import { notFound } from "../http/problems.ts";
import { memberRoute } from "../http/session-route.ts";
import { notOpen } from "./verification-problems.ts";

export const removeDocument = memberRoute({
  method: "post",
  path: "/dashboard/api/verification/documents/:reference/remove",
  summary: "Delete a verification document",
  permission: "own",
  request: { params: z.object({ reference: reference("doc") }) },
  success: { status: 200, data: z.object({ removed: z.literal(true) }) },
  errors: ["NOT_FOUND", "STATE_CONFLICT"],
  handler: async ({ session, params }, { database }) => {
    const outcome = await removeVerificationDocument(database, {
      merchantId: session.merchantId,
      reference: params.reference,
      acting: session.acting,
    });
    if (outcome === "not_found") throw notFound();
    if (outcome === "not_open") throw notOpen();
    return { data: { removed: true } };
  },
});
