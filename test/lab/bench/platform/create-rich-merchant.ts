import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Connection } from "../../../../sql/process/database.ts";
import type { Environment } from "../../../../sql/ledger/money.ts";
import { createMerchant, setKybStatus } from "../../../../sql/merchants/merchants.ts";
import { completeNameEnquiry, requestNameEnquiry } from "../../../../sql/banks/name-enquiries.ts";
import type { Tenant } from "../../../../sql/merchants/tenant.ts";
import { sql } from "../../../../sql/process/sql-tag.ts";
import { destination } from "../load/destination.ts";

/** A merchant with money to send, whose one recipient is known to the bank. */
export async function createRichMerchant(
  database: Connection,
  environment: Environment = "test",
): Promise<Tenant> {
  const { id } = await createMerchant(database, "Bench", "bench@example.com");
  const tenant: Tenant = { merchantId: id, environment };
  if (environment === "live") await setKybStatus(database, id, "approved");
  await database.query(sql.type(z.object({}))`
    select post_journals(array[(
      'credit_settled', ${randomUUID()}, ${id}, ${environment}, 'NGN', 1000000000000, 0, -1000000000000, 0, 0, 'http'
    )::ledger_movement])`);
  const enquiry = await requestNameEnquiry(database, tenant, destination);
  await completeNameEnquiry(database, enquiry!, {
    status: "resolved",
    account_name: destination.accountName,
  });
  return tenant;
}
