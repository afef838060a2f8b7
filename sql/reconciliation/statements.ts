import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { actingAs, type Acting } from "../audit-log/audit-log.ts";

/** `top_up`, `withdrawal`: what the platform's owner moved to a provider, and from it. */
export const lineKinds = ["transfer", "credit", "reversal", "top_up", "withdrawal"] as const;

/** One movement on a provider's statement. Amount and fee are in minor units of the currency. */
export type StatementLine = {
  /** Where it stands in the file. */
  number: number;
  lineId: string;
  kind: (typeof lineKinds)[number];
  amount: bigint;
  fee: bigint;
  currency: string;
  reference: string | null;
  providerId: string | null;
  movedAt: Date;
};

export type NewStatement = {
  provider: string;
  /** SHA-256 of the file. */
  fileHash: Buffer;
  /** The days of Nigeria that it covers, as YYYY-MM-DD. */
  from: string;
  to: string;
  /** Whether the file has what went out, what came in, and what the owner moved. */
  hasTransfers: boolean;
  hasCredits: boolean;
  hasMoves: boolean;
};

/** Begins the import of a file; null if it was imported for these days before. In one transaction with what follows. */
export async function beginStatement(connection: Connection, statement: NewStatement) {
  const { provider, fileHash, from, to, hasTransfers, hasCredits, hasMoves } = statement;
  return connection.oneFirst(sql.type(z.object({ id: z.bigint().nullable() }))`
    select begin_statement(
      ${provider}, ${sql.binary(fileHash)}, ${from}, ${to}, ${hasCredits}, ${hasTransfers}, ${hasMoves}
    ) as id`);
}

/** Adds lines; returns the number of the first that says something else than its id did before, or null. */
export async function addStatementLines(connection: Connection, id: bigint, lines: readonly StatementLine[]) {
  const items = lines.map(({ amount, fee, movedAt, ...line }) => ({
    ...line,
    amount: String(amount),
    fee: String(fee),
    movedAt: movedAt.toISOString(),
  }));
  return connection.oneFirst(sql.type(z.object({ number: z.int().nullable() }))`
    select add_statement_lines(${id}, ${sql.jsonb(items)}) as number`);
}

/** Ends the import of a file; returns how many of its lines are new. */
export async function finishStatement(connection: Connection, id: bigint, acting: Acting) {
  return connection.oneFirst(sql.type(z.object({ lines: z.int() }))`
    select finish_statement(${id}, ${actingAs(acting)}) as lines`);
}

/** The days to compare once statements of these days were imported, as YYYY-MM-DD. */
export async function daysToReconcile(connection: Connection, provider: string, from: string, to: string) {
  return connection.anyFirst(sql.type(z.object({ day: z.string() }))`
    select day::text from days_to_reconcile(${provider}, ${from}, ${to}) day`);
}

const found = z.object({ open: z.int(), waiting: z.int() });

/** Compares a day with the provider's statement; returns how many of its differences are open, and may be late. */
export async function reconcileDay(connection: Connection, provider: string, day: string) {
  return connection.one(sql.type(found)`select open, waiting from reconcile_day(${provider}, ${day})`);
}

/** What a provider may charge, in minor units; null for no bound. */
export type Tariff = {
  provider: string;
  kind: (typeof lineKinds)[number];
  currency: string;
  from: string;
  upTo: bigint | null;
  flat: bigint;
  basisPoints: number;
  cap: bigint | null;
};

/** Sets what a provider may charge for amounts up to `upTo` from a day on. */
export async function setTariff(connection: Connection, tariff: Tariff, acting: Acting): Promise<void> {
  const { provider, kind, currency, from, upTo, flat, basisPoints, cap } = tariff;
  await connection.query(sql.type(z.object({}))`
    select from set_provider_tariff(
      ${provider}, ${kind}, ${currency}, ${from}, ${upTo}, ${flat}, ${basisPoints}, ${cap}, ${actingAs(acting)})`);
}
