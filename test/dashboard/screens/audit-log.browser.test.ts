import { expect } from "vitest";
import { savePayoutAccount } from "../../../sql/payouts/accounts/payout-accounts.ts";
import { addKey, createLiveMember } from "../../helpers/create-member.ts";
import { createPerson } from "../../helpers/create-person.ts";
import { test } from "../../helpers/test.ts";
import { checkScreen } from "./check-screen.ts";
import { visitDashboard } from "./visit-dashboard.ts";
import { asOperator } from "../../helpers/as-operator.ts";

test("the audit log names the key that changed something, and the money that a person sent", async ({
  context,
  database,
  ingress,
  workers: _running,
}) => {
  const { tenant } = await createLiveMember(database, 1_000_000n);
  const owner = await createPerson(database, [[tenant.merchantId, "owner"]]);
  const { key, keyReference } = await addKey(database, { ...tenant, environment: "test" });
  const account = { bankCode: "044", accountNumber: "0690000031" };
  const saved = await savePayoutAccount(database, {
    tenant,
    ...account,
    accountName: "ADA OKAFOR",
    ...asOperator,
  });
  const set = await ingress.call("PUT", "/v1/webhook-endpoint", {
    key,
    body: { url: "https://203.0.114.9/in" },
  });
  expect(set.status, set.text).toBe(200);
  const sent = await ingress.call("POST", "/dashboard/api/live/payouts", {
    session: owner.session,
    headers: { "idempotency-key": "once" },
    body: { amount: { value: 12_300, currency: "NGN" }, payoutAccountId: saved!.reference },
  });
  expect(sent.status, sent.text).toBe(201);
  const page = await visitDashboard(context, ingress, owner, "/dashboard/live/settings/audit-log");
  const bank = sent.data.destination.bankName;
  await page.getByText(`Ada Okafor sent ₦123.00 to ******0031 at ${bank}`).waitFor();
  const name = `sk_test_…${key.slice(-4)}`;
  const sentence = `Key ${name} set the webhook URL to an address at https://203.0.114.9`;
  await page.getByText(sentence).waitFor();
  await checkScreen(page);
  await page.getByRole("button", { name: `Details: ${sentence}` }).click();
  const details = page.getByRole("dialog", { name: "Details" });
  await details.getByText(keyReference).waitFor();
  await details.getByText(`Key ${name}`, { exact: true }).waitFor();
  await checkScreen(page);
  await details.getByRole("button", { name: "Close" }).click();
  // Only what this key did: people and keys are chosen in one list.
  await page.getByRole("button", { name: /Who$/ }).click();
  await page.getByRole("option", { name: `Key ${name}` }).click();
  await page.getByText("Ada Okafor sent").waitFor({ state: "detached" });
  await page.getByText(sentence).waitFor();
  expect(new URL(page.url()).searchParams.get("key")).toBe(keyReference);
});
