import { z } from "zod";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";
import { actingAs, type Acting } from "../audit-log/audit-log.ts";

/** A bank on a provider's own list. `nipCode`: its code at the interbank switch, where the list has it. */
export type ListedBank = { code: string; name: string; nipCode: string | null };

const difference = z.object({
  difference: z.enum(["new", "gone", "renamed"]),
  bankCode: z.string(),
  bankName: z.string(),
  providerCode: z.string(),
  providerName: z.string().nullable(),
});
const columns = sql.fragment`difference, bank_code as "bankCode", bank_name as "bankName",
  provider_code as "providerCode", provider_name as "providerName"`;

/** How our codes of banks at a provider differ from its own list. See SQL's compare_bank_codes(). */
export async function compareBankCodes(
  connection: Connection,
  provider: string,
  listed: readonly ListedBank[],
) {
  return connection.any(sql.type(difference)`
    select ${columns} from compare_bank_codes(${provider}, ${arraysOf(listed)})`);
}

/** Takes over what is new and what is gone, and returns what differed. See SQL's import_bank_codes(). */
export async function importBankCodes(
  connection: Connection,
  provider: string,
  listed: readonly ListedBank[],
  acting: Acting,
) {
  return connection.any(sql.type(difference)`
    select ${columns} from import_bank_codes(${provider}, ${arraysOf(listed)}, ${actingAs(acting)})`);
}

const arraysOf = (listed: readonly ListedBank[]) => sql.fragment`
  ${sql.array(
    listed.map(({ code }) => code),
    "text",
  )},
  ${sql.array(
    listed.map(({ name }) => name),
    "text",
  )},
  ${sql.array(
    listed.map(({ nipCode }) => nipCode),
    "text",
  )}`;
