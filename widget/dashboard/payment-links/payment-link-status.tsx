import type { PaymentLink } from "../api/types.ts";
import { Badge, type BadgeColour } from "../components/values/badge.tsx";
import { paymentLinkTexts as texts } from "../texts/payment-links.ts";

const colours: Record<PaymentLink["status"], BadgeColour> = {
  active: "blue",
  paid: "green",
  disabled: "grey",
};

export function PaymentLinkStatus({ status }: Pick<PaymentLink, "status">) {
  return <Badge colour={colours[status]}>{texts.statuses[status]}</Badge>;
}
