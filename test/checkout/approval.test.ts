import { randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import type { Database } from "../../sql/process/database.ts";
import { findCheckoutSession, startCheckoutSession } from "../../sql/checkout/checkout.ts";
import {
  activateCryptoCollection,
  openCollection,
  readCryptoCollection,
  requestCryptoCollection,
} from "../../sql/collections/collections.ts";
import { setKybStatus } from "../../sql/merchants/merchants.ts";
import { readVirtualAccount } from "../../sql/collections/virtual-accounts/virtual-accounts.ts";
import { createLiveMember } from "../helpers/create-member.ts";
import {
  createFundedMerchant,
  createLink,
  createPayout,
  createVirtualAccount,
  ledgerDrift,
  payIn,
  provisionVirtualAccount,
  resolveDestination,
  setEndpoint,
} from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { bearer, newToken, payer } from "./checkout-records.ts";

const start = (database: Database, slug: string, tokenHash = randomBytes(32)) =>
  startCheckoutSession(database, { slug, tokenHash, email: payer.email, amount: null, networks: [] });

describe("a merchant whose approval was withdrawn", () => {
  test("takes no live payment through its links; its test links go on", async ({
    fileDatabase: database,
    fileIngress: { call, url },
  }) => {
    const live = await createFundedMerchant(database, 0n, "live");
    const slug = await createLink(database, live);
    const testSlug = await createLink(database, { ...live, environment: "test" });
    await setKybStatus(database, { merchantId: live.merchantId, status: "rejected", acting: {} });

    const state = async (of: string) => (await call("GET", `/pay/${of}/state`)).data;
    expect([await state(slug), await state(testSlug)]).toEqual([
      { status: "unavailable", reason: "disabled" },
      { status: "open" },
    ]);
    const page = await fetch(`${url}/pay/${slug}`);
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining("takes no payments here"),
    ]);
    const refused = await call("POST", `/pay/${slug}/session`, { ...bearer(newToken()), body: payer });
    expect(refused).toMatchObject({ status: 409, error: { code: "STATE_CONFLICT" } });
    expect((await start(database, testSlug)).outcome).toBe("started");

    await setKybStatus(database, { merchantId: live.merchantId, status: "approved", acting: {} });
    expect(await state(slug)).toEqual({ status: "open" });
    expect((await start(database, slug)).outcome).toBe("started");
  });

  test("opens no account, address or collection for live money in any other way", async ({
    fileDatabase: database,
  }) => {
    const live = await createFundedMerchant(database, 0n, "live");
    const account = await createVirtualAccount(database, live, 100_000n);
    await payIn(database, account.reference, 100_000n, { environment: "live" });
    const crypto = { amount: 100n, chain: "polygon", token: "USDC", customerEmail: null } as const;
    const requested = await requestCryptoCollection(database, { tenant: live, ...crypto });
    await setKybStatus(database, { merchantId: live.merchantId, status: "submitted", acting: {} });

    const refusal = { code: "PB007" };
    await expect(createVirtualAccount(database, live, 1_000n)).rejects.toMatchObject(refusal);
    await expect(requestCryptoCollection(database, { tenant: live, ...crypto })).rejects.toMatchObject(
      refusal,
    );
    await expect(
      openCollection(database, { tenant: live, reference: account.reference, amount: 1_000n }),
    ).rejects.toMatchObject(refusal);
    // What was under way fails.
    await activateCryptoCollection(database, { collectionId: requested, address: "0xabc" });
    expect(await readCryptoCollection(database, requested)).toEqual({ json: null });
  });

  test("is asked once more before a payer sees an account that was under way", async ({
    fileDatabase: database,
  }) => {
    const live = await createFundedMerchant(database, 0n, "live");
    const slug = await createLink(database, live);
    const tokenHash = randomBytes(32);
    const { virtualAccountId: id } = await start(database, slug, tokenHash);
    await setKybStatus(database, { merchantId: live.merchantId, status: "rejected", acting: {} });
    await expect(provisionVirtualAccount(database, id!)).rejects.toThrow();
    expect(await readVirtualAccount(database, id!)).toEqual({ json: null });
    expect((await findCheckoutSession(database, slug, tokenHash))?.session).toMatchObject({
      status: "closed",
      isLinkOpen: false,
    });
  });

  test("still gets what payers send to accounts that exist", async ({ fileDatabase: database }) => {
    const live = await createFundedMerchant(database, 0n, "live");
    const slug = await createLink(database, live);
    const tokenHash = randomBytes(32);
    const { virtualAccountId: id } = await start(database, slug, tokenHash);
    const { reference } = await provisionVirtualAccount(database, id!);
    await setKybStatus(database, { merchantId: live.merchantId, status: "rejected", acting: {} });
    expect(await payIn(database, reference, 500_000n, { environment: "live" })).toBe("settled");
    expect((await findCheckoutSession(database, slug, tokenHash))?.session).toMatchObject({
      status: "succeeded",
      isLinkOpen: false,
    });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("may stop things: disable a link, cancel a payout, replace the webhook secret", async ({
    fileDatabase: database,
    fileIngress: { call },
  }) => {
    const { tenant, key } = await createLiveMember(database, 1_000_000n);
    const stranger = await createLiveMember(database);
    const slug = await createLink(database, tenant);
    await resolveDestination(database, tenant);
    const payout = await createPayout(database, tenant);
    await setEndpoint(database, tenant, "https://hooks.example.com/");
    await setKybStatus(database, { merchantId: tenant.merchantId, status: "rejected", acting: {} });
    await setKybStatus(database, { merchantId: stranger.tenant.merchantId, status: "rejected", acting: {} });

    const patch = async (body: object, by = key) => {
      const { status, error } = await call("PATCH", `/v1/payment-links/${slug}`, { key: by, body });
      return error?.code ?? status;
    };
    for (const change of [
      { status: "active" },
      { title: "Other" },
      { successRedirectUrl: null },
      { status: "disabled", title: "Other" },
    ])
      expect(await patch(change)).toBe("KYB_LIVE_REQUIRED");
    expect(await patch({ status: "disabled" }, stranger.key)).toBe("NOT_FOUND");
    expect(await patch({ status: "disabled" })).toBe(200);
    expect(await patch({ status: "active" })).toBe("KYB_LIVE_REQUIRED");

    const canceled = await call("POST", `/v1/payouts/${payout.reference}/cancel`, { key });
    expect(canceled).toMatchObject({ status: 200, data: { status: "canceled" } });
    const rotated = await call("POST", "/v1/webhook-endpoint/rotate-secret", { key, body: {} });
    expect(rotated).toMatchObject({ status: 200, data: { secret: expect.stringMatching(/^whsec_/) } });
    expect(await ledgerDrift(database)).toEqual([]);
  });
});
