import { describe, expect } from "vitest";
import { createMember } from "../helpers/create-member.ts";
import { createLink, eventTypes, payIn } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { bearer, beginSession, naira, virtualAccountOf } from "./checkout-records.ts";

describe("the end of an account's time", () => {
  test("is told of accounts that a payer was shown, not of those that strangers only asked for", async ({
    database,
    ingress: { call, url },
    workers: _workers,
  }) => {
    const { tenant, key } = await createMember(database);
    const slug = await createLink(database, tenant, { linkType: "reusable" });
    const nobodys = [];
    for (let n = 0; n < 12; n += 1) nobodys.push((await beginSession({ call }, slug)).session.reference);
    const polled = await beginSession({ call }, slug);
    await polled.read();
    const streamed = await beginSession({ call }, slug);
    const stream = await fetch(`${url}/pay/${slug}/session/events`, bearer(streamed.token));
    await stream.body!.getReader().read();
    const underpaid = await beginSession({ call }, slug);
    await payIn(database, await virtualAccountOf(database, underpaid.session.reference), 100_000n);
    const { data: own } = await call("POST", "/v1/virtual-accounts", {
      key,
      body: { customerEmail: "payer@example.com", amount: naira(5_000) },
    });
    await call("POST", "/v1/sandbox/clock/advance", { key, body: { minutes: 31 } });

    const { data: events } = await call("GET", "/v1/events?type=collection.expired", { key });
    expect(events.map(({ data }: { data: { reference: string } }) => data.reference).toSorted()).toEqual(
      [polled, streamed, underpaid]
        .map(({ session }) => session.reference)
        .concat(own.collection.reference)
        .toSorted(),
    );
    expect(await eventTypes(database, tenant)).toHaveLength(6);
    // They are collections all the same, and each can be looked up.
    const { data: expired } = await call("GET", "/v1/collections?status=expired&limit=100", { key });
    expect(expired.map(({ reference }: { reference: string }) => reference)).toEqual(
      expect.arrayContaining(nobodys),
    );
    // A payer who comes back only now sees that it is over; the merchant is not told late.
    expect((await polled.read()).data.status).toBe("expired");
    expect(await eventTypes(database, tenant)).toHaveLength(6);
  });
});
