import { z } from "zod";
import { readVerificationDocument } from "../../sql/verification/verification-documents.ts";
import { mediaTypes } from "../../sql/verification/verification-document.ts";
import { reference } from "../http/fields.ts";
import { orNotFound } from "../http/problems.ts";
import { memberRoute } from "../http/session-route.ts";
import { inDocumentSlot } from "./document-slot.ts";

export const getDocument = memberRoute({
  method: "get",
  path: "/dashboard/api/verification/documents/:reference",
  summary: "Download a verification document",
  permission: "own",
  rateLimit: "files",
  sendsFile: { mediaTypes },
  request: { params: z.object({ reference: reference("doc") }) },
  success: { status: 200, data: z.null() },
  errors: ["NOT_FOUND"],
  handler: async ({ session, params }, { database, config, deadline }) => {
    const { merchantId } = session;
    const file = orNotFound(
      await inDocumentSlot(
        () => readVerificationDocument(database, config.encryptionKeys, merchantId, params.reference),
        deadline,
      ),
    );
    return { file };
  },
});
