import type { Verification } from "../api/types.ts";
import type { States } from "../components/values/badge.tsx";

export const verificationStates: States<Verification["status"]> = {
  draft: ["Draft", "grey"],
  submitted: ["In review", "blue"],
  approved: ["Approved", "green"],
  rejected: ["Rejected", "red"],
};
