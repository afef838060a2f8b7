import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { sandboxAccounts } from "../../workers/gateways/sandbox/outcomes.ts";
import { outcomeOf } from "../helpers/call.ts";
import { createMember } from "../helpers/create-member.ts";
import { eventually } from "../helpers/eventually.ts";
import { balancesOf, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";

test("the sandbox plays each scenario of docs/merchants/refunds.md, with the numbers that payouts have", async ({
  database,
  ingress: { call },
  workers: _running,
}) => {
  const { tenant, key } = await createMember(database);
  const send = async (path: string, body: object, headers = {}) =>
    call("POST", `/v1/${path}`, { key, headers, body });
  const amount = { value: 10_000, currency: "NGN" };
  const pay = async (payer: object = {}) => {
    const expected = { customerEmail: "payer@example.com", amount: { value: 100_000, currency: "NGN" } };
    const { data: account } = await send("virtual-accounts", expected);
    const paid = { virtualAccountReference: account.reference, ...payer };
    expect((await send("sandbox/simulate/collection-success", paid)).status).toBe(200);
    return account.collection.reference;
  };
  const [collection, ofAnother] = [await pay(), await pay({ senderName: "SOMEBODY ELSE" })];
  const refund = (of: string, destination?: object) =>
    send(
      "refunds",
      { collection: of, amount, reason: "other", destination },
      { "idempotency-key": randomUUID() },
    );
  const refundTo = async (accountNumber: string) => {
    const account = { bankCode: "058", accountNumber };
    const { data, status } = await send("banks/verify-account", account);
    return refund(collection, { ...account, accountName: status === 200 ? data.accountName : "NOBODY" });
  };

  const scenarios = [
    ["succeeded", await refund(collection)],
    ["needs_destination", await refund(ofAnother)],
    ["failed", await refundTo(sandboxAccounts.payoutFails)],
    ["processing", await refundTo(sandboxAccounts.payoutStaysPending)],
    ["reversed", await refundTo(sandboxAccounts.payoutReverses)],
    ["succeeded", await refundTo(sandboxAccounts.payoutTimesOut)],
  ] as const;
  for (const [status, { data }] of scenarios)
    await eventually(async () =>
      expect((await call("GET", `/v1/refunds/${data.reference}`, { key })).data.status).toBe(status),
    );
  for (const number of [sandboxAccounts.doesNotResolve, sandboxAccounts.outage])
    expect(outcomeOf(await refundTo(number))).toBe("INTERNAL_ERROR");
  // Two refunds have succeeded, one is processing, and one waits.
  expect(await balancesOf(database, tenant)).toEqual({ available: 160_000, reserved: 20_000 });
  expect(await ledgerDrift(database)).toEqual([]);

  // The latter is canceled once it has waited for 90 days.
  await send("sandbox/clock/advance", { minutes: 90 * 24 * 60 });
  const { data } = await call("GET", `/v1/refunds/${scenarios[1][1].data.reference}`, { key });
  expect(data.status).toBe("canceled");
  expect(await balancesOf(database, tenant)).toEqual({ available: 170_000, reserved: 10_000 });
});
