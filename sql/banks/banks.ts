import { z } from "zod";
import { bankJson } from "../banks/bank.ts";
import type { Connection } from "../process/database.ts";
import { sql } from "../process/sql-tag.ts";

/** The active banks, by name. */
export async function listBanks(connection: Connection) {
  return connection.any(sql.type(bankJson)`
    select code, name, type, nip_code as "nipCode" from banks where active order by lower(name), code`);
}

const providerCode = z.object({ code: z.string() });

/**
 * What a provider calls the bank that has our code; null if it does not reach that bank. For workers.
 *
 * A gateway calls this before each request that names a bank, and sends only the result: the same digits are another
 * bank at another provider. With null it sends nothing: the name enquiry is `not_reached`, a transfer `not_sent`.
 *
 *     const code = await findProviderCode(database, "paystack", transfer.bankCode);
 */
export async function findProviderCode(
  connection: Connection,
  gateway: string,
  bankCode: string,
): Promise<string | null> {
  return connection.maybeOneFirst(sql.type(providerCode)`
    select provider_code as code from bank_provider_codes where bank_code = ${bankCode} and gateway = ${gateway}`);
}

/** Our code for the institution with this provider code; null if unknown. */
export async function findBankOfProviderCode(
  connection: Connection,
  gateway: string,
  code: string,
): Promise<string | null> {
  return connection.maybeOneFirst(sql.type(providerCode)`
    select bank_code as code from bank_provider_codes
    where gateway = ${gateway} and provider_code = ${code}
    order by bank_code limit 1`);
}
