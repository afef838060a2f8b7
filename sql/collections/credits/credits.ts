import { z } from "zod";
import { cryptoChains, cryptoTokens } from "../chains.ts";
import type { CreditJson, UnmatchedCreditJson } from "./credit-json.ts";
import { call } from "../../process/call.ts";
import type { Connection } from "../../process/database.ts";
import { sql } from "../../process/sql-tag.ts";

/** Records live money that the http gateway reported, and queues its settlement. */
export const recordHttpCredit = call(
  "record_http_credit",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("recorded"), creditId: z.bigint() }),
    z.object({
      outcome: z.enum(["confirming", "repeated", "discrepancy", "elsewhere"]),
      creditId: z.null(),
    }),
  ]),
);

/** Pays a merchant's test account as a payer would. For 'simulated', `creditId` is what to wait for. */
export const simulateCollectionSuccess = call("simulate_collection_success", {
  outcome: z.enum(["simulated", "not_found", "already_settled", "nothing_due", "expired", "too_many"]),
  creditId: z.bigint().nullable(),
});

/** Pays a merchant's crypto collection as a payer would. If confirmed, `creditId` is what to wait for. */
export const simulateCryptoPayment = call(
  "simulate_crypto_payment",
  z.discriminatedUnion("outcome", [
    z.object({
      outcome: z.literal("simulated"),
      creditId: z.bigint().nullable(),
      paidChain: z.enum(cryptoChains),
      paidToken: z.enum(cryptoTokens),
    }),
    z.object({ outcome: z.enum(["not_found", "already_settled", "chain_mismatch", "token_mismatch"]) }),
  ]),
);

const statusRow = z.object({ status: z.enum(["settled", "suspended"]) });

/** How a credit was booked; null if it isn't yet. */
export async function readCredit(connection: Connection, id: bigint) {
  return connection.maybeOneFirst(sql.type(statusRow)`
    select status from credits where id = ${id} and status in ('settled', 'suspended')`);
}

/** Books a recorded credit, once, even if it is called again. */
export const settleCredit = call(
  "settle_credit",
  z.enum(["settled", "suspended", "returning", "refunded", "received"]),
);

/** Accepts an unmatched credit, into a collection or as one of its own. */
export const acceptCredit = call(
  "accept_credit",
  z.discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("accepted"), credit: z.custom<UnmatchedCreditJson>() }),
    z.object({
      outcome: z.enum(["not_found", "not_waiting", "taken_back", "not_completed"]),
      credit: z.null(),
    }),
  ]),
);

/** Schedules a retry of a credit that could not be booked, after its merchant's others. */
export const postponeCredit = call("postpone_credit");

/** The newest hundred payments of a tenant's collection; null if it has none of that reference. */
export const findCreditsOf = call("credits_of", z.custom<CreditJson[] | null>());
