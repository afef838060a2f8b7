import { z } from "zod";
import { listMerchantsOf } from "../../sql/sessions/sessions.ts";
import { membershipJson } from "../../sql/members/member-json.ts";
import { personRoute } from "../http/session-route.ts";
import { PROOF_MS } from "../http/session.ts";

export const getSession = personRoute({
  method: "get",
  path: "/dashboard/api/session",
  summary: "Get the signed-in person and their merchants",
  permission: "person",
  guardsAccount: true,
  success: {
    status: 200,
    data: z.object({
      reference: z.string(),
      person: z.object({ reference: z.string(), name: z.string(), email: z.string() }),
      isReviewer: z.boolean(),
      merchant: membershipJson.nullable().describe("The current merchant."),
      merchants: z.array(membershipJson),
      hasLiveGateway: z.boolean().describe("Whether live mode is set up on this platform."),
      supportEmail: z.string().nullable().describe("The support email address, or null if there's none."),
      provedUntil: z.string().describe("Until when sensitive actions need no further confirmation."),
    }),
  },
  handler: async ({ session }, { database, config }) => {
    const belongings = await listMerchantsOf(database, session.personId);
    const merchants = belongings.map(({ id: _id, ...merchant }) => merchant);
    const shown = belongings.findIndex(({ id }) => id === session.merchantId);
    const { reference, person, name, email, isReviewer, provedAt } = session;
    return {
      data: {
        reference,
        person: { reference: person, name, email },
        isReviewer,
        merchant: merchants[shown] ?? null,
        merchants,
        hasLiveGateway: config.hasLiveGateway,
        supportEmail: config.supportEmail ?? null,
        provedUntil: new Date(provedAt + PROOF_MS).toISOString(),
      },
    };
  },
});
