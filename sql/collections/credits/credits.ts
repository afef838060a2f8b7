import { z } from "zod";
import { cryptoChains, cryptoTokens, type CryptoChain, type CryptoToken } from "../chains.ts";
import { unmatchedReasons } from "../collection-json.ts";
import { moneyJson } from "../../ledger/money.ts";
import type { Connection } from "../../process/database.ts";
import { referenceJson, timestampJson } from "../../formats/public-json.ts";
import { sql } from "../../process/sql-tag.ts";
import type { Tenant } from "../../merchants/tenant.ts";
import { presentTraceId } from "../../process/tracing/trace.ts";

/** Money that a gateway reports as received; `amount` in minor units of the currency. */
export type ReportedCredit = {
  /** The reference of the virtual account or crypto collection that the gateway provisioned for it. */
  recipient: string;
  /** The provider's transaction id: the same in every report of it. */
  providerReference: string;
  amount: bigint;
  currency: string;
  payer: Record<string, unknown> | null;
  /** False: seen, and not final yet. */
  confirmed: boolean;
  /** When the payer paid, as the provider says it. */
  paidAt?: Date | undefined;
};

const recording = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("recorded"), credit_id: z.bigint() }),
  z.object({ outcome: z.enum(["confirming", "repeated", "discrepancy", "elsewhere"]), credit_id: z.null() }),
]);

/**
 * Records live money that the http gateway reported, and queues its settlement. Only 'recorded' has the credit's id.
 * 'discrepancy': it contradicts what was recorded of the same transaction; it is kept for operators, and not booked. So
 * is money for an account of another gateway, 'elsewhere'.
 */
export async function recordHttpCredit(
  connection: Connection,
  credit: ReportedCredit,
): Promise<z.output<typeof recording>> {
  const payer = credit.payer === null ? null : sql.json(credit.payer as never);
  const paidAt = credit.paidAt === undefined ? null : sql.timestamp(credit.paidAt);
  return connection.one(sql.type(recording)`
    select outcome, credit_id from record_http_credit(
      ${credit.recipient}, ${credit.providerReference}, ${credit.amount}, ${credit.currency}, ${payer},
      ${credit.confirmed}, ${paidAt}, ${presentTraceId()}
    )`);
}

/** How the sandbox's payer pays. */
export type SimulatedPayment = {
  /** The reference of the account. */
  virtualAccount: string;
  /** In kobo; null: what is still due. */
  amount: bigint | null;
  /** The account expires first. */
  late: boolean;
  /** The bank reports the transaction twice. */
  duplicate: boolean;
  senderName: string | null;
};

const simulation = z.object({
  outcome: z.enum(["simulated", "not_found", "already_settled", "nothing_due", "expired", "too_many"]),
  credit_id: z.bigint().nullable(),
});

/** Pays a merchant's test account as a payer would. For 'simulated', `credit_id` is what to wait for. */
export async function simulateCollectionSuccess(
  connection: Connection,
  merchantId: bigint,
  { virtualAccount, amount, late, duplicate, senderName }: SimulatedPayment,
) {
  return connection.one(sql.type(simulation)`
    select outcome, credit_id from simulate_collection_success(
      ${merchantId}, ${virtualAccount}, ${amount}, ${late}, ${duplicate}, ${senderName},
      ${presentTraceId()}
    )`);
}

/** How the sandbox's payer pays in crypto. A null chain or token means the collection's own. */
export type SimulatedCryptoPayment = {
  reference: string;
  chain: CryptoChain | null;
  token: CryptoToken | null;
  /** False: the transaction is seen, and not final yet. */
  confirmNow: boolean;
};

const cryptoSimulation = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.literal("simulated"),
    credit_id: z.bigint().nullable(),
    chain: z.enum(cryptoChains),
    token: z.enum(cryptoTokens),
  }),
  z.object({ outcome: z.enum(["not_found", "already_settled", "chain_mismatch", "token_mismatch"]) }),
]);

/** Pays a merchant's crypto collection as a payer would. If confirmed, `credit_id` is what to wait for. */
export async function simulateCryptoPayment(
  connection: Connection,
  merchantId: bigint,
  { reference, chain, token, confirmNow }: SimulatedCryptoPayment,
) {
  return connection.one(sql.type(cryptoSimulation)`
    select outcome, credit_id, paid_chain as chain, paid_token as token
    from simulate_crypto_payment(
      ${merchantId}, ${reference}, ${chain}, ${token}, ${confirmNow}, ${presentTraceId()}
    )`);
}

const statusRow = z.object({ status: z.enum(["settled", "suspended"]) });

/** How a credit was booked; null if it is not booked yet. */
export async function readCredit(
  connection: Connection,
  id: bigint,
): Promise<"settled" | "suspended" | null> {
  return connection.maybeOneFirst(sql.type(statusRow)`
    select status from credits where id = ${id} and status in ('settled', 'suspended')`);
}

const booking = z.object({ status: z.enum(["settled", "suspended", "refunded", "received"]) });

/**
 * Books a recorded credit, once, even if it is called again. 'refunded': an operator has sent it back since.
 * 'received': very many came before it, of which some were booked; its job is queued again.
 */
export async function settleCredit(
  connection: Connection,
  id: bigint,
): Promise<z.output<typeof booking>["status"]> {
  return connection.oneFirst(sql.type(booking)`select settle_credit(${id}) as status`);
}

const noRow = z.object({});

/** Has a credit that could not be booked tried again later, behind the others of its merchant. */
export async function postponeCredit(connection: Connection, id: bigint): Promise<void> {
  await connection.query(sql.type(noRow)`select from postpone_credit(${id})`);
}

const payer = z.record(z.string(), z.unknown()).describe("Who paid, as reported by the bank.").optional();

/** A payment that waits for an operator, as its merchant sees it. */
export const unmatchedCreditJson = z
  .object({
    reference: referenceJson("crd").describe("Identifies the payment to the operator."),
    collection: referenceJson("col"),
    amount: moneyJson,
    reason: z.enum(unmatchedReasons),
    payer,
    receivedAt: timestampJson,
  })
  .meta({ id: "UnmatchedPayment", description: "A payment the operator needs to look at." });

const unmatchedRow = z.object({ json: z.custom<z.output<typeof unmatchedCreditJson>>() });

/** A tenant's newest payments that only an operator can resolve, `limit` at most. */
export async function findUnmatchedCredits(
  connection: Connection,
  { merchantId, environment }: Tenant,
  limit: number,
) {
  return connection.anyFirst(sql.type(unmatchedRow)`
    select json_strip_nulls(json_build_object(
      'reference', u.reference, 'collection', u.collection, 'amount', money_json(u.amount, u.currency),
      'reason', u.reason, 'payer', u.payer, 'receivedAt', iso_timestamp(u.received_at)
    )) as json
    from unmatched_credits(${merchantId}, ${environment}, ${limit}) u`);
}

/** A payment for a collection, as its merchant sees it. */
export const creditJson = z
  .object({
    reference: referenceJson("crd"),
    amount: moneyJson,
    status: z
      .enum(["confirming", "received", "settled", "suspended", "refunded"])
      .describe("suspended: waiting for a top-up or for the operator."),
    reason: z.enum(unmatchedReasons).optional(),
    payer,
    receivedAt: timestampJson,
  })
  .meta({ id: "Payment", description: "A payment received for a collection." });

const creditRow = z.object({ json: z.custom<z.output<typeof creditJson>[]>() });

/** The newest hundred payments of a tenant's collection; null if it has none of that reference. */
export async function findCreditsOf(
  connection: Connection,
  { merchantId, environment }: Tenant,
  collection: string,
): Promise<z.output<typeof creditJson>[] | null> {
  return connection.maybeOneFirst(sql.type(creditRow)`
    select (
      select coalesce(json_agg(json_strip_nulls(json_build_object(
        'reference', cr.reference, 'amount', money_json(cr.amount, cr.currency), 'status', cr.status,
        'reason', cr.unmatched_reason, 'payer', cr.payer, 'receivedAt', iso_timestamp(cr.received_at)
      )) order by cr.received_at desc, cr.id desc), '[]')
      from (select * from credits where collection_id = c.id order by received_at desc, id desc limit 100) cr
    ) as json
    from collections c
    where c.merchant_id = ${merchantId} and c.environment = ${environment} and c.reference = ${collection}
      and c.status not in ('provisioning', 'failed')`);
}
