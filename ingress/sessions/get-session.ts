import { z } from "zod";
import { kybStatuses } from "../../sql/merchants/merchants.ts";
import { listMerchantsOf, memberRoles } from "../../sql/sessions/sessions.ts";
import { personRoute } from "../http/session-route.ts";
import { PROOF_MS } from "../http/session.ts";

const member = z
  .object({
    reference: z.string(),
    name: z.string(),
    role: z.enum(memberRoles),
    kybStatus: z.enum(kybStatuses),
  })
  .meta({ id: "Membership", description: "A merchant the person is a member of." });

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
      merchant: member.nullable().describe("The current merchant."),
      merchants: z.array(member),
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
