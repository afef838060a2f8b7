import type { Paystack } from "./start-paystack.ts";

/** Paystack's words for what became of a transfer. */
const words = { pending: "pending", succeeded: "success", failed: "failed", reversed: "reversed" };

const inNaira = (kobo: number) => (kobo / 100).toFixed(2);

/** The file of its transfers that Paystack's dashboard exports (docs/reconciliation.md), all of them at one time. */
export function writePaystackStatement({ transfers, fee }: Paystack, time: string): string {
  const rows = [...transfers].map(([reference, { id, amount, status }]) =>
    [
      ...[`TRF_${id}`, reference, inNaira(amount.value), inNaira(fee)],
      ...[amount.currency, words[status], status === "pending" ? "" : time],
    ].join(","),
  );
  const columns = "transfer_code,reference,amount,fee_charged,currency,status,transferred_at";
  return [columns, ...rows, ""].join("\n");
}
