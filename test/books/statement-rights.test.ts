import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { expect } from "vitest";
import { revokeApiKey } from "../../sql/keys/api-keys.ts";
import { removeMember } from "../../sql/members/members.ts";
import { asOperator } from "../helpers/as-operator.ts";
import { createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { runSql } from "../helpers/database/run-sql.ts";
import { test } from "../helpers/test.ts";
import { lagosDay } from "../helpers/lagos-day.ts";

/** Some 12 MB of lines, more than sockets hold: while nobody reads, the file waits. */
const MOVEMENTS = 3_000;
const fill = (merchantId: bigint) => `
  select post_journals(array(
    select jsonb_populate_record(null::ledger_movement, jsonb_build_object(
      'kind', 'credit_settled', 'subject', n || repeat('x', 4000), 'merchant_id', ${merchantId}, 'environment', 'test',
      'currency', 'NGN', 'available', 1, 'gateway', -1
    ))
    from generate_series(1, ${MOVEMENTS}) n
  ))`;

/** How many whole lines came, and whether the file was complete. */
async function readAll(response: IncomingMessage): Promise<{ lines: number; isComplete: boolean }> {
  let lines = 0;
  response.on("data", (chunk: Buffer) => (lines += chunk.toString().split("\n").length - 1));
  response.on("error", () => {});
  await once(response, "close").catch(() => {});
  return { lines, isComplete: response.complete };
}

test("a statement's file ends with the rights of its reader", async ({ database, databaseUrl, ingress }) => {
  const { tenant, key, keyReference } = await createMember(database);
  const { merchantId } = tenant;
  const [person] = [
    await createPerson(database, [[merchantId, "finance"]]),
    await createPerson(database, [[merchantId, "owner"]]),
  ];
  await runSql(databaseUrl, fill(merchantId));
  const today = lagosDay();
  const readers = {
    "/v1": {
      headers: { authorization: `Bearer ${key}` },
      leave: () => revokeApiKey(database, { tenant, reference: keyReference, acting: {} }),
    },
    "/dashboard/api/test": {
      headers: { cookie: `__Host-session=${person.session}`, "sec-fetch-site": "same-origin" },
      leave: () => removeMember(database, { merchantId, person: person.reference, ...asOperator }),
    },
  };
  for (const [base, { headers, leave }] of Object.entries(readers)) {
    const begin = async () => {
      const url = `${ingress.url}${base}/statements?from=${today}&to=${today}&format=csv`;
      const [response] = (await once(get(url, { headers }), "response")) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      return response;
    };
    expect(await readAll(await begin())).toEqual({ lines: MOVEMENTS + 1, isComplete: true });
    const response = await begin();
    await leave();
    const { lines, isComplete } = await readAll(response);
    expect(isComplete).toBe(false);
    expect(lines).toBeLessThan(MOVEMENTS);
  }
});
