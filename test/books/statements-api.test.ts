import { describe, expect } from "vitest";
import { csvLineOf } from "../../sql/books/statement-csv.ts";
import { revokeApiKey } from "../../sql/keys/api-keys.ts";
import { memberRoles } from "../../sql/members/member-json.ts";
import { outcomeOf } from "../helpers/call.ts";
import { addKey, createMember } from "../helpers/create-member.ts";
import { createPerson } from "../helpers/create-person.ts";
import { runSql } from "../helpers/database/run-sql.ts";
import { fund } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { lagosDay } from "../helpers/lagos-day.ts";

/** A day in Nigeria, so many days from now. */
const day = (later = 0) => lagosDay(new Date(), later);

const download = (url: string, path: string, key: string) =>
  fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });

describe("GET /v1/statements", () => {
  test("shows a period's movements by kind, between its balances", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const { tenant, key } = await createMember(database, { available: 700n });
    await fund(database, tenant, 300n);
    const { data } = await call("GET", `/v1/statements?from=${day(-1)}&to=${day()}`, { key });
    expect(data).toMatchObject({
      currency: "NGN",
      environment: "test",
      from: day(-1),
      to: day(),
      complete: false,
      opening: { available: { value: 0 }, reserved: { value: 0 } },
      movements: [{ kind: "collection", count: 2, amount: { value: 1_000 }, net: { value: 1_000 } }],
      total: { count: 2, net: { value: 1_000 } },
      closing: { available: { value: 1_000, currency: "NGN" }, reserved: { value: 0 } },
    });
  });

  test.for([
    [`to=${day()}`, "from"],
    [`from=${day()}`, "to"],
    [`from=${day()}&to=${day(2)}`, "to"],
    [`from=${day(-366)}&to=${day()}`, "to"],
    [`from=${day()}&to=${day(-1)}`, "from"],
    [`from=2026-02-30&to=${day()}`, "from"],
    [`from=${day()}T00:00:00Z&to=${day()}`, "from"],
    [`from=${day()}&to=${day()}&to=${day()}`, "to"],
    [`from=${day()}&to=${day()}&currency=EUR`, "currency"],
    [`from=${day()}&to=${day()}&format=pdf`, "format"],
    [`from=${day()}&to=${day(2)}&format=csv`, "to"],
  ])(
    "?%s is refused, with JSON",
    async ([query, field], { fileIngress: { call }, fileDatabase: database }) => {
      const { key } = await createMember(database);
      const { status, error } = await call("GET", `/v1/statements?${query}`, { key });
      expect(status).toBe(422);
      expect(Object.keys(error.details!)).toEqual([field]);
    },
  );

  test("as CSV has every movement on a line, of however many pages", async ({
    ingress,
    database,
    databaseUrl,
  }) => {
    const { tenant, key } = await createMember(database);
    await fund(database, tenant, 5n);
    await runSql(
      databaseUrl,
      `select post_journals(array(
        select jsonb_populate_record(null::ledger_movement, jsonb_build_object(
          'kind', 'credit_settled', 'subject', 'crd_' || n, 'merchant_id', ${tenant.merchantId}, 'environment', 'test',
          'currency', 'NGN', 'available', n, 'gateway', -n
        ))
        from generate_series(1, 2500) n
      ))`,
    );
    const response = await download(ingress.url, `/v1/statements?from=${day()}&to=${day()}&format=csv`, key);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toContain(`statement-NGN-${day()}-${day()}.csv`);
    const [header, ...lines] = (await response.text()).split("\r\n");
    expect(header).toBe(
      "reference,sequence,kind,currency,amount,service,vat,stamp_duty,other_fees,net,balance_after,source,merchant_reference,created_at,occurred_at",
    );
    expect(lines.pop()).toBe("");
    const rows = lines.map((line) => line.split(","));
    expect(rows.map((cells) => Number(cells[1]))).toEqual(Array.from({ length: 2_501 }, (_, n) => 2_501 - n));
    const { data } = await ingress.call("GET", `/v1/statements?from=${day()}&to=${day()}`, { key });
    expect(rows.reduce((sum, cells) => sum + Number(cells[9]), 0)).toBe(data.total.net.value);
    expect(Number(rows[0]![10])).toBe(data.closing.available.value);
    const shown = await ingress.call("GET", `/v1/balance-transactions/${rows[7]![0]}`, { key });
    expect(shown.data.sequence).toBe(2_494);
  });

  test("needs the scope books:read, and a key that is still valid", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const { tenant, keyReference, key } = await createMember(database, { available: 700n });
    const narrow = await addKey(database, tenant, { scopes: ["balances:read"] });
    const list = "/v1/balance-transactions";
    const { reference } = (await call("GET", list, { key })).data[0];
    for (const path of [`/v1/statements?from=${day()}&to=${day()}`, list, `${list}/${reference}`]) {
      expect(outcomeOf(await call("GET", path, { key }))).toBe(200);
      expect(outcomeOf(await call("GET", path, { key: narrow.key }))).toBe("SCOPE_INSUFFICIENT");
    }
    await revokeApiKey(database, { tenant, reference: keyReference, acting: {} });
    for (const format of ["json", "csv"]) {
      const path = `/v1/statements?from=${day()}&to=${day()}&format=${format}`;
      expect(outcomeOf(await call("GET", path, { key }))).toBe("AUTH_INVALID");
    }
  });

  test("is for finance people and owners; movements are for all members", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    const { tenant } = await createMember(database);
    const outcomes: Record<string, unknown[]> = {};
    for (const role of memberRoles) {
      const { session } = await createPerson(database, [[tenant.merchantId, role]]);
      const ask = async (path: string) =>
        outcomeOf(await call("GET", `/dashboard/api/test/${path}`, { session }));
      outcomes[role] = [await ask("balance-transactions"), await ask(`statements?from=${day()}&to=${day()}`)];
    }
    expect(outcomes).toEqual({
      viewer: [200, "ROLE_INSUFFICIENT"],
      approver: [200, "ROLE_INSUFFICIENT"],
      developer: [200, "ROLE_INSUFFICIENT"],
      finance: [200, 200],
      owner: [200, 200],
    });
  });
});

test("a link to the file of one business gives no file of another that the person has switched to", async ({
  fileIngress: { call },
  fileDatabase: database,
}) => {
  const shops = [(await createMember(database)).tenant, (await createMember(database)).tenant];
  const { session } = await createPerson(
    database,
    shops.map(({ merchantId }) => [merchantId, "owner"] as const),
  );
  const { data } = await call("GET", "/dashboard/api/session", { session });
  const shown: string = data.merchant.reference;
  const other: string = data.merchants
    .map(({ reference }: { reference: string }) => reference)
    .find((reference: string) => reference !== shown);
  const ask = async (merchant: string, format: string) =>
    outcomeOf(
      await call(
        "GET",
        `/dashboard/api/test/statements?from=${day()}&to=${day()}&format=${format}&x-merchant=${merchant}`,
        { session },
      ),
    );
  expect(await ask(other, "csv")).toBe("MERCHANT_CHANGED");
  expect(await ask(shown, "json")).toBe(200);
});

describe("GET /v1/balances?at=", () => {
  test("shows the balances before a moment, which must have come", async ({
    fileIngress: { call },
    fileDatabase: database,
  }) => {
    await createMember(database, { available: 5n });
    const { tenant, key } = await createMember(database, { available: 700n });
    await fund(database, tenant, 300n);
    const live = await addKey(database, tenant, { environment: "live" });
    const { data } = await call("GET", "/v1/balance-transactions", { key });
    const at = async (time: string, by = key) =>
      (await call("GET", `/v1/balances?at=${time}`, { key: by })).data.map(
        ({ available }: { available: { value: number } }) => available.value,
      );
    expect(await at(data[0].createdAt)).toEqual([700]);
    expect(await at(data[1].createdAt)).toEqual([0]);
    expect(await at(new Date().toISOString())).toEqual([1_000]);
    expect(await at(new Date().toISOString(), live.key)).toEqual([0]);
    const future = await call("GET", `/v1/balances?at=${new Date(Date.now() + 60_000).toISOString()}`, {
      key,
    });
    expect(future.error).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { at: "must not be in the future" },
    });
  });
});

test("no cell of a CSV file is a formula, or ends its line", () => {
  const amount = { value: -5, currency: "NGN" };
  const transaction = {
    reference: "btx_1",
    sequence: 1,
    kind: "payout",
    amount,
    fees: [],
    net: amount,
    balanceAfter: amount,
    createdAt: "a",
    occurredAt: "b",
  };
  const cellOf = (merchantReference: string) =>
    csvLineOf({ ...transaction, source: "pyt_1", merchantReference }).slice(
      "btx_1,1,payout,NGN,-5,0,0,0,0,-5,-5,pyt_1,".length,
    );
  expect(cellOf('=HYPERLINK("x")')).toBe(`"'=HYPERLINK(""x"")",a,b\r\n`);
  for (const first of ["=", "+", "-", "@", "\t"]) expect(cellOf(`${first}1`)).toBe(`'${first}1,a,b\r\n`);
  expect(cellOf("two\r\nlines, a comma")).toBe('"two\r\nlines, a comma",a,b\r\n');
});
