import { z } from "zod";
import { removePasskey as remove } from "../../sql/factors/passkeys.ts";
import { reference } from "../http/fields.ts";
import { conflict, notFound } from "../http/problems.ts";
import { personRoute } from "../http/session-route.ts";

export const removePasskey = personRoute({
  method: "post",
  path: "/dashboard/api/passkeys/:reference/remove",
  summary: "Remove a passkey",
  permission: "person",
  guardsAccount: true,
  stepUp: true,
  request: { params: z.object({ reference: reference("psk") }) },
  success: { status: 200, data: z.object({ removed: z.literal(true) }) },
  errors: ["NOT_FOUND", "STATE_CONFLICT"],
  handler: async ({ session, params }, { database }) => {
    const outcome = await remove(database, {
      personId: session.personId,
      reference: params.reference,
      acting: session.acting,
    });
    if (outcome === "not_found") throw notFound();
    if (outcome === "last_way_in") {
      throw conflict("This passkey is your only way to sign in. Add another one, or set a password, first.");
    }
    return { data: { removed: true } };
  },
});
