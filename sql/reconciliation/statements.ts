import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { call } from "../process/call.ts";

/** `top_up`, `withdrawal`: what the platform's owner moved to a provider, and from it. */
export const lineKinds = ["transfer", "credit", "reversal", "top_up", "withdrawal"] as const;

/** One movement on a provider's statement. Amount and fee are in minor units of the currency. */
export type StatementLine = {
  /** Its position in the file. */
  number: number;
  lineId: string;
  kind: (typeof lineKinds)[number];
  amount: bigint;
  fee: bigint;
  /** The VAT in the fee; absent if the statement doesn't have it. */
  vat?: bigint | undefined;
  currency: string;
  reference: string | null;
  providerId: string | null;
  movedAt: Date;
};

/** Begins the import of a file; null if it was imported for these days before. In one transaction with what follows. */
export const beginStatement = call("begin_statement", z.bigint().nullable());

/** Adds lines; returns the number of the first whose id had other content before, or null. */
export const addStatementLines = call("add_statement_lines", z.int().nullable());

/** Ends the import of a file; returns how many of its lines are new. */
export const finishStatement = call("finish_statement");

/** The days to compare once statements of these days were imported, as YYYY-MM-DD. */
export async function daysToReconcile(connection: Connection, gateway: string, from: string, to: string) {
  return connection.anyFirst(sql.type(z.object({ day: z.string() }))`
    select day::text from days_to_reconcile(${gateway}, ${from}, ${to}) day`);
}

/** Compares a day with the provider's statement; returns how many of its differences are open, and may be late. */
export const reconcileDay = call("reconcile_day");
