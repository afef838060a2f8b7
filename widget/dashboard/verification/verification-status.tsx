import type { Verification } from "../api/types.ts";
import { Badge, type BadgeColour } from "../components/values/badge.tsx";
import { verificationTexts as texts } from "../texts/verification.ts";

const colours: Record<Verification["status"], BadgeColour> = {
  draft: "grey",
  submitted: "blue",
  approved: "green",
  rejected: "red",
};

export function VerificationStatus({ status }: Pick<Verification, "status">) {
  return <Badge colour={colours[status]}>{texts.statuses[status]}</Badge>;
}
