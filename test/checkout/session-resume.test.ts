import { describe, expect } from "vitest";
import { updatePaymentLink } from "../../sql/payment-links/payment-links.ts";
import { createMember } from "../helpers/create-member.ts";
import { createLink, eventTypes } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { bearer, beginSession, payer } from "./checkout-records.ts";

describe("a payer who comes back to a link", () => {
  test("finds the same account, and its success, though the link is closed for all others", async ({
    database,
    ingress,
    workers: _workers,
  }) => {
    const { tenant } = await createMember(database);
    const slug = await createLink(database, tenant);
    const mine = await beginSession(ingress, slug);
    const theirs = await beginSession(ingress, slug);
    expect((await mine.read()).data).toMatchObject({
      bankAccount: mine.session.bankAccount,
      isLinkOpen: true,
    });
    await mine.sendTransfer();

    const succeeded = {
      status: "succeeded",
      reference: mine.session.reference,
      bankAccount: mine.session.bankAccount,
      isLinkOpen: false,
    };
    expect((await mine.read()).data).toMatchObject(succeeded);
    expect((await theirs.read()).data).toMatchObject({ status: "closed", isLinkOpen: false });
    // A request for the session does not start a second one.
    const again = { ...bearer(mine.token), body: payer };
    expect(await ingress.call("POST", `/pay/${slug}/session`, again)).toMatchObject({
      status: 201,
      data: succeeded,
    });
    expect(await eventTypes(database, tenant)).toEqual(["collection.success"]);
  });

  test("may pay a reusable link again, under a new token, and keeps the first receipt", async ({
    database,
    ingress,
    workers: _workers,
  }) => {
    const { tenant } = await createMember(database);
    const slug = await createLink(database, tenant, { linkType: "reusable" });
    const first = await beginSession(ingress, slug);
    const { data: paid } = await first.sendTransfer();
    expect(paid).toMatchObject({ status: "succeeded", isLinkOpen: true });
    const second = await beginSession(ingress, slug);
    expect(second.session).toMatchObject({ status: "awaiting_payment", isLinkOpen: true });
    expect(second.session.reference).not.toBe(paid.reference);
    expect((await second.sendTransfer()).data.status).toBe("succeeded");
    expect((await first.read()).data).toEqual({ ...paid, now: expect.any(String) });

    await updatePaymentLink(database, { tenant, slug, change: { status: "disabled" } });
    expect((await first.read()).data).toMatchObject({ status: "succeeded", isLinkOpen: false });
  });

  test("after the time is over learns that, and whether the link takes another payment", async ({
    database,
    ingress,
    workers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    const slug = await createLink(database, tenant);
    const { read } = await beginSession(ingress, slug);
    await ingress.call("POST", "/v1/sandbox/clock/advance", { key, body: { minutes: 31 } });
    expect((await read()).data).toMatchObject({ status: "expired", isLinkOpen: true });
    await updatePaymentLink(database, { tenant, slug, change: { status: "disabled" } });
    expect((await read()).data).toMatchObject({ status: "expired", isLinkOpen: false });
  });
});
