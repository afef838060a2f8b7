import type { IdentityCheck } from "../api/types.ts";
import type { States } from "../components/values/badge.tsx";

export const identityStates: States<IdentityCheck["status"]> = {
  succeeded: ["Matched", "green"],
  failed: ["No match", "amber"],
};

export const identityTypes: Record<IdentityCheck["type"], string> = { bvn: "BVN", nin: "NIN" };
