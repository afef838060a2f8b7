import type { PaymentLink } from "../api/types.ts";
import type { States } from "../components/values/badge.tsx";

export const paymentLinkStates: States<PaymentLink["status"]> = {
  active: ["Active", "blue"],
  paid: ["Paid", "green"],
  disabled: ["Disabled", "grey"],
};

export const linkTypes: Record<PaymentLink["linkType"], string> = {
  one_time: "Single use",
  reusable: "Reusable",
};
