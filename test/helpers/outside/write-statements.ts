import type { Monnify } from "../../gateways/monnify/start-monnify.ts";
import type { Paystack } from "../../gateways/paystack/start-paystack.ts";

/** What providers take of each payment that comes in, in kobo. */
export const PAYMENT_FEE = 1_000n;

/** The files that a provider's dashboard exports: docs/reconciliation.md says what is in them. */
export type Statements = { transfers: string; payments: string };

const paystackWords = { pending: "pending", succeeded: "success", failed: "failed", reversed: "reversed" };
const monnifyWords = { pending: "PENDING", succeeded: "SUCCESS", failed: "FAILED", reversed: "REVERSED" };

const inNaira = (kobo: bigint | number) => (Number(kobo) / 100).toFixed(2);

/** What Monnify calls a time (ISO 8601): that of Nigeria, without an offset. */
export const inNigeria = (time: string) =>
  new Date(Date.parse(time) + 3_600_000).toISOString().replace("T", " ").replace("Z", "");

/** All that Paystack has done, as if it were done at one time (ISO 8601). */
export function writePaystackStatements({ transfers, payments, fee }: Paystack, time: string): Statements {
  return {
    transfers: csvOf(
      "transfer_code,reference,amount,fee_charged,currency,status,transferred_at",
      [...transfers].map(([reference, { id, amount, status }]) => [
        ...[`TRF_${id}`, reference, inNaira(amount.value), inNaira(fee), amount.currency],
        ...[paystackWords[status], time],
      ]),
    ),
    payments: csvOf(
      "reference,customer_email,amount,fees,currency,status,channel,paid_at",
      [...payments.transactions].map(([reference, { customer, paid, asked, status, method }]) => [
        ...[reference, customer.email, inNaira(paid === 0n ? asked : paid), inNaira(PAYMENT_FEE), "NGN"],
        ...[status, method, time],
      ]),
    ),
  };
}

/** All that Monnify has done, as if it were done at one time (ISO 8601). */
export function writeMonnifyStatements({ transfers, payments, fee }: Monnify, time: string): Statements {
  return {
    transfers: csvOf(
      "transaction_reference,reference,amount,fee,currency,status,created_on",
      [...transfers].map(([reference, { amount, status }]) => [
        ...[`MFDS${reference}`, reference, inNaira(amount.value), fee, amount.currency],
        ...[monnifyWords[status], inNigeria(time)],
      ]),
    ),
    payments: csvOf(
      "transaction_reference,payment_reference,product_type,product_reference,amount_paid,settlement_amount," +
        "currency,payment_status,payment_method,paid_on",
      [...payments.transactions].map(([transaction, { paymentReference, product, paid, status, method }]) => [
        ...[transaction, paymentReference, product.type, product.reference, inNaira(paid)],
        ...[inNaira(paid === 0n ? 0n : paid - PAYMENT_FEE), "NGN", status, method, inNigeria(time)],
      ]),
    ),
  };
}

function csvOf(columns: string, rows: string[][]): string {
  return [columns, ...rows.map((row) => row.join(",")), ""].join("\n");
}
