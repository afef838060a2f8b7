import { z } from "zod";
import { addVerificationDocument } from "../../sql/verification/verification-documents.ts";
import { documentJson, MOST_BYTES, mediaTypes } from "../../sql/verification/verification-document.ts";
import { documentKinds } from "../../sql/verification/verification-form.ts";
import { oneOf } from "../http/fields.ts";
import { fileBody } from "../http/file-body.ts";
import { conflict, invalid } from "../http/problems.ts";
import { memberRoute } from "../http/session-route.ts";
import { inDocumentSlot } from "./document-slot.ts";
import { cleanFileName } from "./file-name.ts";
import { mediaTypeOf } from "./media-type.ts";
import { notOpen } from "./verification-problems.ts";

const nameRule = "must be the file's name, percent-encoded, of at most 300 characters";

export const addDocument = memberRoute({
  method: "post",
  path: "/dashboard/api/verification/documents",
  summary: "Add a document to the business's verification",
  permission: "own",
  rateLimit: "files",
  receivesFile: { mediaTypes, mostBytes: MOST_BYTES },
  request: {
    query: z.object({ kind: oneOf(documentKinds) }),
    // The name is in a header because paths are logged, and headers are not.
    headers: z.object({
      "content-type": z.string(),
      "x-file-name": z.string({ error: nameRule }).max(2_700, { error: nameRule }),
    }),
    body: fileBody,
  },
  success: { status: 201, data: documentJson.pick({ reference: true, name: true, mediaType: true }) },
  errors: ["STATE_CONFLICT"],
  handler: async ({ session, query: { kind }, headers, body }, { database, config, deadline }) => {
    const mediaType = mediaTypeOf(body);
    if (mediaType === null) throw invalid({ body: "must be a whole PDF, PNG or JPEG file" });
    if (mediaType !== headers["content-type"].split(";")[0]!.trim().toLowerCase())
      throw invalid({ body: "must match its Content-Type: this is another kind of file" });
    const name = cleanFileName(decodeName(headers["x-file-name"]), mediaType);
    const owner = { merchantId: session.merchantId, kind, mediaType };
    const document = { name, content: body };
    const { outcome, reference } = await inDocumentSlot(
      () => addVerificationDocument(database, config.encryptionKeys, owner, document, session.acting),
      deadline,
    );
    if (outcome === "not_open") throw notOpen();
    if (reference === null) throw conflict(full[outcome as keyof typeof full]);
    return { data: { reference, name, mediaType } };
  },
});

const full = {
  too_many: "There are 10 documents already. Remove one first.",
  too_much: "All documents together can have 25 MB. Remove one first, or send a smaller file.",
};

function decodeName(sent: string): string {
  try {
    return decodeURIComponent(sent);
  } catch {
    throw invalid({ "x-file-name": nameRule });
  }
}
