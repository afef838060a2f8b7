import { describe, expect } from "vitest";
import { z } from "zod";
import { errorName } from "../../sql/process/errors.ts";
import { createApiKey, revokeApiKey, rotateApiKey } from "../../sql/keys/api-keys.ts";
import { listApiKeys } from "../helpers/list-api-keys.ts";
import { setKybStatus } from "../../sql/merchants/merchants.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { createMember } from "../helpers/create-member.ts";
import { test } from "../helpers/test.ts";

const acting = { actor: "Ada Obi", personId: 7n, address: "203.0.113.9", reason: "asked by 08031234567" };

const entry = z.object({
  action: z.string(),
  merchant_id: z.bigint(),
  environment: z.string(),
  actor: z.string(),
  person_id: z.bigint(),
  address: z.string(),
  reason: z.string(),
});

describe("the keys of a merchant, for its people", () => {
  test("are rotated and revoked by them alone, and the log says who it was and from where", async ({
    database,
  }) => {
    const { tenant, keyReference: key } = await createMember(database);
    const { tenant: stranger } = await createMember(database);
    const before = await listApiKeys(database, tenant.merchantId);
    expect(
      await rotateApiKey(database, {
        tenant: stranger,
        reference: key,
        overlapHours: 0,
        acting,
        caller: undefined,
      }),
    ).toBeNull();
    expect(await revokeApiKey(database, { tenant: stranger, reference: key, acting })).toBe(false);
    const elsewhere = { ...tenant, environment: "live" as const };
    expect(
      await rotateApiKey(database, {
        tenant: elsewhere,
        reference: key,
        overlapHours: 0,
        acting,
        caller: undefined,
      }),
    ).toBeNull();
    expect(await revokeApiKey(database, { tenant: elsewhere, reference: key, acting })).toBe(false);
    expect(await listApiKeys(database, tenant.merchantId)).toEqual(before);

    expect(
      await rotateApiKey(database, { tenant, reference: key, overlapHours: 24, acting, caller: undefined }),
    ).toMatchObject({
      key: expect.stringMatching(/^key_/),
    });
    expect(await revokeApiKey(database, { tenant, reference: key, acting })).toBe(true);
    const entries = await database.any(sql.type(entry)`
      select action, merchant_id, environment, actor, person_id, address, reason from audit_log
      where person_id is not null order by id`);
    const who = { actor: "Ada Obi", person_id: 7n, address: "203.0.113.9", reason: "asked by ******4567" };
    const where = { merchant_id: tenant.merchantId, environment: "test" };
    expect(entries).toEqual([
      { action: "key rotate", ...where, ...who },
      { action: "key revoke", ...where, ...who },
    ]);
  });

  test("are made for live only while the business is approved", async ({ database }) => {
    const { tenant } = await createMember(database);
    const create = () =>
      createApiKey(database, { ...tenant, environment: "live", acting, caller: undefined }).then(
        () => "made",
        (error: unknown) => errorName(error),
      );
    const told = [await create()];
    for (const status of ["submitted", "draft", "approved", "rejected"] as const) {
      await setKybStatus(database, { merchantId: tenant.merchantId, status, acting: {} });
      told.push(await create());
    }
    expect(told).toEqual([
      ...Array.from({ length: 3 }, () => "approval_missing"),
      "made",
      "approval_missing",
    ]);
    const keys = await listApiKeys(database, tenant.merchantId);
    expect(keys.map(({ environment }) => environment)).toEqual(["live", "test"]);
  });
});
