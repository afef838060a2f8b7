import type { StatementFormat } from "../../sql/reconciliation/statement-format.ts";
import type { GatewayName } from "./manifest/manifests.ts";
import { monnifyPayments } from "./monnify/statement-of-payments.ts";
import { monnifyTransfers } from "./monnify/statement-of-transfers.ts";
import { paystackPayments } from "./paystack/statement-of-payments.ts";
import { paystackTransfers } from "./paystack/statement-of-transfers.ts";
import { plainFormat } from "./plain-statement.ts";

const ownFormats: { [Name in GatewayName]?: readonly StatementFormat[] } = {
  paystack: [paystackTransfers, paystackPayments],
  monnify: [monnifyTransfers, monnifyPayments],
};

/** The format of a provider's files; our own if they are not documented. */
export function statementFormatsOf(gateway: GatewayName): readonly StatementFormat[] {
  return ownFormats[gateway] ?? [plainFormat];
}
