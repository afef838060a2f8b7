import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Connection } from "../../sql/process/database.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import type { ApiResponse } from "../helpers/call.ts";
import type { TestIngress } from "../helpers/platform/start-test-ingress.ts";

export const payer = { email: "payer@example.com" };

export const naira = (value: number) => ({ value: value * 100, currency: "NGN" });

/** As a payer's browser makes it. */
export const newToken = () => randomBytes(32).toString("base64url");

/** How a payer's page shows its token. */
export const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** A payer on a link's page, as far as the bank account to pay into; workers have to run. */
export async function beginSession({ call }: Pick<TestIngress, "call">, slug: string) {
  const token = newToken();
  const path = `/pay/${slug}/session`;
  const { data: session } = await call("POST", path, { ...bearer(token), body: payer });
  return {
    token,
    session,
    read: (): Promise<ApiResponse> => call("GET", path, bearer(token)),
    /** Presses the test checkout's button. */
    sendTransfer: (): Promise<ApiResponse> => call("POST", `${path}/transfer`, bearer(token)),
  };
}

/** The reference of the account that a collection is paid into. */
export function virtualAccountOf(connection: Connection, collection: string): Promise<string> {
  return connection.oneFirst(sql.type(z.object({ reference: z.string() }))`
    select v.reference from collections c join virtual_accounts v on v.id = c.virtual_account_id
    where c.reference = ${collection}`);
}
