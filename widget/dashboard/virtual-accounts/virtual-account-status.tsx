import type { VirtualAccount } from "../api/types.ts";
import { Badge, type BadgeColour } from "../components/values/badge.tsx";
import { virtualAccountTexts as texts } from "../texts/virtual-accounts.ts";

const colours: Record<VirtualAccount["status"], BadgeColour> = {
  active: "blue",
  closed: "green",
  expired: "grey",
};

export function VirtualAccountStatus({ status }: Pick<VirtualAccount, "status">) {
  return <Badge colour={colours[status]}>{texts.statuses[status]}</Badge>;
}
