import { z } from "zod";
import type { Connection } from "../process/database.ts";
import type { Acting } from "../audit-log/acting.ts";
import { call } from "../process/call.ts";

/** A bank on a provider's own list. `nipCode`: its code at the interbank switch, if listed. */
export type ListedBank = { code: string; name: string; nipCode: string | null };

const differences = { difference: z.enum(["new", "gone", "renamed"]), providerName: z.string().nullable() };

const columnsOf = (listed: readonly ListedBank[]) =>
  [
    listed.map(({ code }) => code),
    listed.map(({ name }) => name),
    listed.map(({ nipCode }) => nipCode),
  ] as const;

const compare = call("compare_bank_codes", differences);

/** The differences between our codes for a provider's banks and its own list. */
export const compareBankCodes = (connection: Connection, provider: string, listed: readonly ListedBank[]) =>
  compare(connection, provider, ...columnsOf(listed));

const importCodes = call("import_bank_codes", differences);

/** Imports new and gone codes, and returns the differences. */
export const importBankCodes = (
  connection: Connection,
  provider: string,
  listed: readonly ListedBank[],
  acting: Acting,
) => importCodes(connection, provider, ...columnsOf(listed), acting);
