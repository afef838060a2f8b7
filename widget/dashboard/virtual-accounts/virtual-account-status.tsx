import type { VirtualAccount } from "../api/types.ts";
import { State, type States } from "../components/values/badge.tsx";

export const virtualAccountStates: States<VirtualAccount["status"]> = {
  active: ["Active", "blue"],
  closed: ["Paid", "green"],
  expired: ["Expired", "grey"],
};

export const VirtualAccountStatus = ({ status }: Pick<VirtualAccount, "status">) => (
  <State of={virtualAccountStates[status]} />
);
