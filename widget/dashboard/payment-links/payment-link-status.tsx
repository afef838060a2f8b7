import type { PaymentLink } from "../api/types.ts";
import { State, type States } from "../components/values/badge.tsx";

export const paymentLinkStates: States<PaymentLink["status"]> = {
  active: ["Active", "blue"],
  paid: ["Paid", "green"],
  disabled: ["Disabled", "grey"],
};

export const PaymentLinkStatus = ({ status }: Pick<PaymentLink, "status">) => (
  <State of={paymentLinkStates[status]} />
);

export const linkTypes: Record<PaymentLink["linkType"], string> = {
  one_time: "Single use",
  reusable: "Reusable",
};
