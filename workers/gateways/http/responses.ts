import { z } from "zod";
import { bankCodePattern } from "../../../sql/banks/bank.ts";
import type { CryptoChain } from "../../../sql/collections/chains.ts";
import { notSentReasons } from "../../../sql/payouts/not-sent-reasons.ts";
import { namesTwice } from "../balances.ts";
import { differing, expected } from "../fit.ts";
import type { TransferMoney } from "../gateway.ts";
import { text } from "../text.ts";

/** A response may repeat the reference; then it must be the one that was sent. */
const repeated = { reference: z.string().optional() };
const mismatchesOf = (reference: string, body: { reference?: string | undefined }) =>
  body.reference === undefined || body.reference === reference ? [] : ["reference"];

const name = z.object({ accountName: text });
export const nameResponse = expected(name);

const account = z.object({
  ...repeated,
  bankCode: z.string().regex(bankCodePattern),
  bankName: text,
  accountNumber: z.string().regex(/^\d{10}$/),
  accountName: text,
  listsCredits: z.boolean().nullish(),
});
export const accountResponse = (reference: string) =>
  expected(account, (body) => mismatchesOf(reference, body));

/** The provider's values are sent back, and recorded, unchanged: cut or trimmed they would be another's. */
const exact = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);

const credit = z.object({
  id: exact,
  recipient: text,
  amount: z.object({ value: z.int().positive(), currency: z.enum(["NGN", "USD"]) }),
  payer: z.unknown().optional(),
  paidAt: z.unknown().optional(),
  confirmed: z.boolean().default(true),
});
/** Must be for the requested transaction. */
export const creditResponse = (id: string) => expected(credit, (body) => differing({ id: [body.id, id] }));

const credits = z.object({ credits: z.array(z.object({ id: exact })).max(100), nextPage: exact.nullish() });
export const creditsResponse = expected(credits);

const evmAddress = /^0x[0-9a-fA-F]{40}$/;
const addressForms: Record<CryptoChain, RegExp> = {
  ethereum: evmAddress,
  polygon: evmAddress,
  bsc: evmAddress,
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
};

const address = z.object({ ...repeated, address: z.string() });
/** Money that is sent to anything but an address of the chain is lost. */
export const addressResponse = (reference: string, chain: CryptoChain) =>
  expected(address, (body) => [
    ...mismatchesOf(reference, body),
    ...(addressForms[chain].test(body.address) ? [] : ["address"]),
  ]);

const identity = z.object({ ...repeated, name: text.nullish(), phones: z.array(text.max(32)).max(20) });
export const identityResponse = (reference: string) =>
  expected(identity, (body) => mismatchesOf(reference, body));

const balances = z.object({
  balances: z.array(z.object({ value: z.int(), currency: z.string().regex(/^[A-Z]{3,10}$/) })).max(50),
});
/** Our balance at the provider, in minor units; below zero if it let us overdraw. */
export const balancesResponse = expected(balances, (body) => (namesTwice(body.balances) ? ["balances"] : []));

/** The provider's promise that a transfer was not made and will not be, for a reason of its own. */
export const notSentResponse = z.object({ error: z.literal("not_sent"), reason: z.enum(notSentReasons) });

const transfer = z
  .object({
    reference: z.string(),
    status: z.enum(["pending", "succeeded", "failed", "reversed"]),
    amount: z.object({ value: z.int(), currency: z.string() }).optional(),
    failure: z.object({ code: z.string().regex(/^[\w.-]{1,64}$/), message: text }).nullish(),
  })
  .refine(({ status, failure }) => status !== "succeeded" || failure == null, { path: ["failure"] });
export type TransferResponse = z.output<typeof transfer>;

/** Must match the transfer that was sent under the reference. */
export const transferResponse = (sent: TransferMoney) =>
  expected(transfer, (body) => [
    ...mismatchesOf(sent.reference, body),
    ...(body.amount === undefined || BigInt(body.amount.value) === sent.amount ? [] : ["amount.value"]),
    ...(body.amount === undefined || body.amount.currency === sent.currency ? [] : ["amount.currency"]),
  ]);
