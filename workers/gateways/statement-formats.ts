import type { StatementFormat } from "../../sql/reconciliation/statement-format.ts";
import type { GatewayName } from "./manifest/manifests.ts";
import { monnifyPayments, monnifyTransfers } from "./monnify/statements.ts";
import { paystackPayments, paystackTransfers } from "./paystack/statements.ts";
import { plainFormat } from "./plain-statement.ts";

const ownFormats: { [Name in GatewayName]?: readonly StatementFormat[] } = {
  paystack: [paystackTransfers, paystackPayments],
  monnify: [monnifyTransfers, monnifyPayments],
};

/** The format of a provider's files; our own if they are not documented. */
export function statementFormatsOf(gateway: GatewayName): readonly StatementFormat[] {
  return ownFormats[gateway] ?? [plainFormat];
}
