import type { IdentityCheck } from "../api/types.ts";
import { Badge } from "../components/values/badge.tsx";
import { identityTexts as texts } from "../texts/identity.ts";

export function IdentityStatus({ status }: Pick<IdentityCheck, "status">) {
  return <Badge colour={status === "succeeded" ? "green" : "amber"}>{texts.statuses[status]}</Badge>;
}
