import { describe, expect } from "vitest";
import { advanceTestClock } from "../../sql/clock/test-clock.ts";
import { createMember } from "../helpers/create-member.ts";
import { createVirtualAccount, findEvents, payIn } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { createUnmatchedCredit } from "./create-unmatched-credit.ts";

const kobo = (value: number) => ({ value, currency: "NGN" });

describe("GET /v1/unmatched-credits", () => {
  test("lists what waits for the merchant, with its reason, as its event told", async ({
    database,
    ingress,
  }) => {
    const { tenant, key } = await createMember(database);
    const list = async (query = "") =>
      (await ingress.call("GET", `/v1/unmatched-credits${query}`, { key })).data;
    const payer = { name: "KEMI UDOH", bankName: "Guaranty Trust Bank", accountNumber: "0123456789" };
    const { credit, collection } = await createUnmatchedCredit(database, tenant, 10_000n, payer);
    const [paidTwice] = await list();
    expect(await list()).toEqual([
      {
        reference: credit,
        status: "waiting",
        reason: "closed",
        amount: kobo(10_000),
        collection,
        payer,
        environment: "test",
        createdAt: expect.any(String),
      },
    ]);
    const [told] = await findEvents(database, "credit.unmatched");
    expect(JSON.parse(told!.body).data).toEqual(paidTwice);
    expect((await ingress.call("GET", `/v1/unmatched-credits/${credit}`, { key })).data).toEqual(paidTwice);

    // A part payment, once no top-up can complete it any more.
    const short = await createVirtualAccount(database, tenant, 5_000n);
    await payIn(database, short.reference, 4_999n);
    expect(await list()).toHaveLength(1);
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 31 });
    await advanceTestClock(database, { merchantId: tenant.merchantId, minutes: 24 * 60 });
    await payIn(database, short.reference, 5_000n);
    expect(await list("?status=waiting")).toMatchObject([
      { reason: "late", amount: kobo(5_000) },
      { reason: "wrong_amount", amount: kobo(4_999) },
      paidTwice,
    ]);
    expect(await list(`?collection=${short.collection.reference}`)).toHaveLength(2);
    expect(await list("?status=accepted,returning,returned")).toEqual([]);
    expect(await findEvents(database, "credit.unmatched")).toHaveLength(3);
  });

  test("does not have money that is nobody's, or that only just came", async ({ database, ingress }) => {
    const { tenant, key } = await createMember(database);
    const { reference } = await createVirtualAccount(database, tenant, 5_000n);
    await payIn(database, `va_${"0".repeat(26)}`, 5_000n);
    await payIn(database, reference, 5_000n);
    expect((await ingress.call("GET", "/v1/unmatched-credits", { key })).data).toEqual([]);
  });
});
