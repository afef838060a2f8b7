import { z } from "zod";
import { renamePasskey as rename } from "../../sql/factors/passkeys.ts";
import { reference } from "../http/fields.ts";
import { notFound } from "../http/problems.ts";
import { personRoute } from "../http/session-route.ts";
import { passkeyName } from "./passkey-fields.ts";

export const renamePasskey = personRoute({
  method: "patch",
  path: "/dashboard/api/passkeys/:reference",
  summary: "Rename a passkey",
  permission: "person",
  request: { params: z.object({ reference: reference("psk") }), body: z.object({ name: passkeyName }) },
  success: { status: 200, data: z.object({ name: z.string() }) },
  errors: ["NOT_FOUND"],
  handler: async ({ session, params, body: { name } }, { database }) => {
    const { personId } = session;
    if (!(await rename(database, { personId, reference: params.reference, name, acting: session.acting })))
      throw notFound();
    return { data: { name } };
  },
});
