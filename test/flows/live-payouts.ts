import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import type { TestIngress } from "../helpers/platform/start-test-ingress.ts";

export const naira = (value: number) => ({ value: value * 100, currency: "NGN" });

/** Pays ₦100 to an account as a merchant does: enquires its name, then sends. Returns the payout's reference. */
export async function payOut({ call }: TestIngress, key: string, destination: object): Promise<string> {
  const verified = await call("POST", "/v1/banks/verify-account", { key, body: destination });
  expect(verified.status).toBe(200);
  const payout = await call("POST", "/v1/payouts", {
    key,
    headers: { "idempotency-key": randomUUID() },
    body: { amount: naira(100), destination: verified.data },
  });
  expect(payout.status).toBe(201);
  return payout.data.reference;
}

/** Makes a poll of every payout due. */
export async function pollAgain(database: Database): Promise<void> {
  await database.query(sql.type(z.object({}))`
    update payouts set next_confirmation_at = now(), reversible_until = least(reversible_until, now())
    where next_confirmation_at is not null`);
}
