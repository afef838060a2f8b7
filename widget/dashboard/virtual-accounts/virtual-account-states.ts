import type { VirtualAccount } from "../api/types.ts";
import type { States } from "../components/values/badge.tsx";

export const virtualAccountStates: States<VirtualAccount["status"]> = {
  active: ["Active", "blue"],
  closed: ["Paid", "green"],
  expired: ["Expired", "grey"],
};
