import type { settleCredit } from "../../sql/collections/credits/credits.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import type { PayoutPurpose } from "../../sql/payouts/payout-json.ts";
import type { PayoutEnd } from "../../sql/payouts/payouts.ts";
import type { Database } from "../../sql/process/database.ts";
import type { ReportedCredit } from "../helpers/record-credit.ts";

/**
 * Everything that happens to money, as commands that a property test draws at random and runs one after the other or at
 * once. Each notes in the world what it did and what it was told: the rules hold the books to these notes.
 *
 * The numbers of a command pick from what exists then (`pick`); with nothing to pick it does nothing.
 */
export type Command =
  | { do: "expect payment"; on: number; amount: number }
  | {
      do: "pay";
      on: number;
      part: "all" | "half" | "more";
      currency: "NGN" | "USD";
      reports: number;
      settle: boolean;
      daysAgo: number;
    }
  | { do: "pay again"; on: number; amount: number }
  | { do: "pay nobody"; on: number }
  | { do: "settle"; on: number }
  | { do: "resolve"; on: number; how: "release" | "refund"; for: number }
  | { do: "accept"; on: number; as: number | undefined }
  | { do: "return"; on: number; times: number }
  | { do: "pass time"; on: number; minutes: number }
  | { do: "reach midnight"; on: number; isThere: boolean }
  | { do: "reopen"; on: number; amount: number }
  | { do: "sell"; on: number; amount: number }
  | { do: "buy"; on: number; payers: number; pay: number }
  | { do: "expect crypto"; on: number; amount: number }
  | { do: "pay crypto"; on: number; transaction: number; confirmed: boolean }
  | { do: "pay out"; on: number; key: number; amounts: number[]; purpose: PayoutPurpose; times: number }
  | { do: "create batch"; on: number; amounts: number[]; purpose: PayoutPurpose }
  | { do: "start batch"; on: number }
  | { do: "cancel batch"; on: number }
  | { do: "send batch"; on: number; outcome: "succeeded" | "failed" }
  | { do: "work on batches"; on: number }
  | { do: "end batches"; on: number }
  | { do: "refund"; on: number; of: number; key: number; amount: number | undefined; times: number }
  | { do: "set destination"; on: number }
  | { do: "set policy"; on: number; amountMax: number | undefined; newDestinations: boolean }
  | { do: "decide approval"; on: number; approves: boolean }
  | { do: "send payout"; on: number }
  | { do: "poll payout"; on: number }
  | { do: "cancel payout"; on: number }
  | { do: "finish payout"; on: number; claim: number; outcome: PayoutEnd["kind"] }
  | { do: "decide payout"; on: number; outcome: "succeeded" | "failed" }
  | { do: "refund charges"; on: number; kinds: string[] }
  | { do: "withdraw exemption"; on: number }
  | { do: "remit tax"; on: number; key: number; kind: "vat" | "stamp_duty"; amount: number }
  | { do: "end month"; on: number }
  | { do: "sum days"; on: number }
  | { do: "check identity"; on: number; times: number }
  | { do: "let identity grow old"; on: number }
  | { do: "resolve identity"; on: number; status: "found" | "not_found" | "unavailable" };

/** A fee by kind, in kobo. A kind that is not owed is absent. */
export type Fees = Readonly<Record<string, number>>;

/** What became owed, and the duty that exempt payouts were spared, in kobo. */
export type Taxes = { vat: bigint; stamp_duty: bigint; exempted: bigint };

type Resolution = {
  how: "release" | "refund" | "accept";
  to: Tenant | undefined;
  isTooEarly: boolean;
};

/** One transaction of a provider, however often it was reported. */
export type Transaction = {
  report: ReportedCredit;
  tenant: Tenant | undefined;
  /** The row ids that reports of it were told to settle: one at most. */
  ids: bigint[];
  /** What each settling of it was told. */
  booked: Awaited<ReturnType<typeof settleCredit>>[];
  /** What an operator did who found it in suspense, or its merchant, who accepted it: once at most. */
  resolved: Resolution[];
  /** The reference of its credit once accepting it waits for approval. */
  awaiting?: string;
};

/** An amount with what it costs. */
type Charged = { amount: bigint; fees: Fees };

export type Batch = {
  tenant: Tenant;
  reference: string;
  purpose: PayoutPurpose;
  /** As of its newest start; undefined while that is under way. */
  isExempt: boolean | undefined;
  /** What each start of it has reserved. */
  runs: Charged[];
  /** Of the last run: each item that is no payout yet. */
  waiting: Charged[];
  /** What came back of each item that never became a payout. */
  released: Charged[];
  /** Of the newest run. */
  approval?: "needed" | "approved" | undefined;
  /** Why runs ended, or end, before all was paid. A batch that was not started is in run 0. */
  canceled: { run: number; why: string }[];
};

/** A payout or, with the collection that it is of, a refund; with the credit that it returns, the return of one. */
export type Payout = {
  tenant: Tenant;
  id: bigint;
  reference: string;
  key: string;
  collection?: string;
  credit?: Transaction;
  batch?: Batch;
  /** What a return became after its credit was in the balance, so that its amount moved there. */
  inBalance?: readonly string[];
  /** Whether a refund needed a destination: "still" if it does. */
  neededDestination?: "still" | "once";
  /** What became of its approval, if it needed one. */
  approval?: "needed" | "approved" | "rejected" | "expired";
  amount: bigint;
  purpose: PayoutPurpose;
  /** Whether the merchant's salaries were exempt from stamp duty; undefined if that was withdrawn meanwhile. */
  isExempt: boolean | undefined;
  fees: Fees;
  /** How often a worker was told to send it. */
  sends: number;
  /** Of every claim, in time. */
  fences: bigint[];
  /** What was written for a claim although a later one was known. */
  overwritten: number;
  ends: PayoutEnd["kind"][];
  /** What a person decided, in time. */
  decisions: ("succeeded" | "failed")[];
  /** By its merchant or, of a refund that needed a destination, by time. */
  cancellations: number;
  /** What an operator gave back of its fees. */
  refunded?: Fees;
};

export type Identity = {
  tenant: Tenant;
  record: bigint;
  /** How often a provider's word was taken. */
  responses: number;
  /** The checks that have a result, each by its id. */
  responded: bigint[];
};

export type World = {
  database: Database;
  databaseUrl: string;
  startedAt: Date;
  tenants: Tenant[];
  /** The accounts that their first money was paid to, in the same order. */
  openings: string[];
  accounts: { tenant: Tenant; reference: string; amount: bigint }[];
  slugs: { tenant: Tenant; slug: string }[];
  cryptos: { tenant: Tenant; reference: string; amount: bigint }[];
  transactions: Transaction[];
  payouts: Payout[];
  batches: Batch[];
  identities: Identity[];
  /** The merchants whose salaries owe stamp duty: "perhaps" while that is being said. */
  withdrawn: Map<bigint, "perhaps" | "certainly">;
  /** The live merchants whose month ends with this step. */
  endingMonth: Set<bigint>;
  /** The taxes of each month that ended, in time. */
  months: { merchantId: bigint; taxes: Taxes }[];
  /** What was paid to the state, by the reference. */
  remitted: Map<string, { kind: string; amount: bigint }>;
  /** The last journal of the books that were checked. */
  checkedUntil: bigint;
};
