import { z } from "zod";
import {
  logDocumentRead,
  readVerificationDocument,
} from "../../../sql/verification/verification-documents.ts";
import { mediaTypes } from "../../../sql/verification/verification-document.ts";
import { reference } from "../../http/fields.ts";
import { notFound, orNotFound } from "../../http/problems.ts";
import { personRoute } from "../../http/session-route.ts";
import { inDocumentSlot } from "../document-slot.ts";
import { requireReviewedMerchant } from "./reviewed-merchant.ts";

/** The download is in the audit log before the first byte is sent. */
export const reviewDocument = personRoute({
  method: "get",
  path: "/dashboard/api/platform/verifications/:merchant/documents/:reference",
  summary: "Download a merchant's verification document, as a reviewer",
  permission: "review",
  rateLimit: "files",
  sendsFile: { mediaTypes },
  request: { params: z.object({ merchant: reference("mer"), reference: reference("doc") }) },
  success: { status: 200, data: z.null() },
  errors: ["NOT_FOUND"],
  handler: async ({ session, params }, { database, config, deadline }) => {
    const { id } = await requireReviewedMerchant(database, session, params.merchant);
    if (
      !(await logDocumentRead(database, {
        merchantId: id,
        reference: params.reference,
        acting: session.acting,
      }))
    )
      throw notFound();
    const file = orNotFound(
      await inDocumentSlot(
        () => readVerificationDocument(database, config.encryptionKeys, id, params.reference),
        deadline,
      ),
    );
    return { file };
  },
});
