import type { settleCredit } from "../../sql/collections/credits/credits.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
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
    }
  | { do: "pay nobody"; on: number }
  | { do: "settle"; on: number }
  | { do: "resolve"; on: number; how: "release" | "refund"; for: number }
  | { do: "pass time"; on: number; minutes: number }
  | { do: "reopen"; on: number; amount: number }
  | { do: "sell"; on: number; amount: number }
  | { do: "buy"; on: number; payers: number; pay: number }
  | { do: "expect crypto"; on: number; amount: number }
  | { do: "pay crypto"; on: number; transaction: number; confirmed: boolean }
  | { do: "pay out"; on: number; key: number; amount: number; times: number }
  | { do: "send payout"; on: number }
  | { do: "poll payout"; on: number }
  | { do: "cancel payout"; on: number }
  | { do: "finish payout"; on: number; claim: number; outcome: PayoutEnd["kind"] }
  | { do: "check identity"; on: number; times: number }
  | { do: "let identity grow old"; on: number }
  | { do: "resolve identity"; on: number; status: "found" | "not_found" | "unavailable" };

/** One transaction of a provider, however often it was reported. */
export type Transaction = {
  report: ReportedCredit;
  tenant: Tenant | undefined;
  /** The row ids that reports of it were told to settle: one at most. */
  ids: bigint[];
  /** What each settling of it was told. */
  booked: Awaited<ReturnType<typeof settleCredit>>[];
  /** What an operator did who found it in suspense: once at most. */
  resolved: { how: "release" | "refund"; to: Tenant | undefined; isTooEarly: boolean }[];
};

export type Payout = {
  tenant: Tenant;
  id: bigint;
  reference: string;
  key: string;
  amount: bigint;
  fee: bigint;
  /** How often a worker was told to send it. */
  sends: number;
  /** Of every claim, in time. */
  fences: bigint[];
  /** What was written for a claim although a later one was known. */
  overwritten: number;
  ends: PayoutEnd["kind"][];
  cancellations: number;
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
  tenants: Tenant[];
  accounts: { tenant: Tenant; reference: string; amount: bigint }[];
  slugs: { tenant: Tenant; slug: string }[];
  cryptos: { tenant: Tenant; reference: string; amount: bigint }[];
  transactions: Transaction[];
  payouts: Payout[];
  identities: Identity[];
};
