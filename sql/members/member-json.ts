import { z } from "zod";
import { kybStatuses } from "../merchants/merchants.ts";

/** A person's possible roles at a merchant. */
export const memberRoles = ["viewer", "approver", "developer", "finance", "owner"] as const;
export type MemberRole = (typeof memberRoles)[number];

/** A person who belongs to a merchant, as the dashboard shows them. */
export const memberJson = z
  .object({
    reference: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(memberRoles),
    hasSecondFactor: z.boolean(),
    since: z.string(),
  })
  .meta({ id: "Member" });

export const invitationJson = z
  .object({
    reference: z.string(),
    email: z.string(),
    role: z.enum(memberRoles),
    invitedBy: z.string().nullable(),
    createdAt: z.string(),
    expiresAt: z.string(),
  })
  .meta({ id: "Invitation" });

export const membershipJson = z
  .object({
    reference: z.string(),
    name: z.string(),
    role: z.enum(memberRoles),
    kybStatus: z.enum(kybStatuses),
  })
  .meta({ id: "Membership", description: "A merchant the person is a member of." });
