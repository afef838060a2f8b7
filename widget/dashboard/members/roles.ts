import type { MemberRole } from "../api/types.ts";

/** Each role's name and permissions. */
export const roleTexts: Record<MemberRole, { name: string; text: string }> = {
  viewer: { name: "Viewer", text: "Sees everything, changes nothing." },
  approver: { name: "Approver", text: "Sees everything, and approves or rejects payments that wait for it." },
  developer: { name: "Developer", text: "Keys, webhooks, embedding and the sandbox." },
  finance: { name: "Finance", text: "Payouts, payment links and payout accounts." },
  owner: { name: "Owner", text: "Everything, including people and the audit log." },
};
