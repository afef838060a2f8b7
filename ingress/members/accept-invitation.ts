import { z } from "zod";
import { acceptInvitation as accept } from "../../sql/members/invitations.ts";
import { renewSession, showMerchant } from "../../sql/sessions/sessions.ts";
import { conflict } from "../http/problems.ts";
import { personRoute } from "../http/session-route.ts";
import { sessionCookie } from "../http/session.ts";
import { invitationToken, noInvitation } from "./invitation-fields.ts";

export const acceptInvitation = personRoute({
  method: "post",
  path: "/dashboard/api/invitations/accept",
  summary: "Accept an invitation",
  permission: "person",
  request: { body: z.object({ token: invitationToken }) },
  success: { status: 200, data: z.object({ merchant: z.string() }) },
  errors: ["NOT_FOUND", "STATE_CONFLICT"],
  handler: async ({ session, body: { token } }, { database }) => {
    const { outcome, merchant } = await accept(database, token, session.personId, session.acting);
    if (outcome === "not_found") throw noInvitation();
    if (outcome === "other_address") {
      throw conflict(
        "This invitation is for another email address. Sign in with that one, or ask for a new invitation.",
      );
    }
    await showMerchant(database, { sessionId: session.id, reference: merchant! });
    // The session gains rights, so its token changes.
    const renewed = await renewSession(database, session.id, { proved: false });
    return {
      data: { merchant: merchant! },
      ...(renewed !== null && { headers: { "set-cookie": sessionCookie.set(renewed) } }),
    };
  },
});
