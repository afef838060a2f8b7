import { describe, expect } from "vitest";
import { z } from "zod";
import { dashboardRoutes } from "../../../ingress/dashboard/dashboard-routes.ts";
import type { SessionRoute } from "../../../ingress/http/route.ts";
import { sql } from "../../../sql/process/sql-tag.ts";
import { destination } from "../../helpers/records.ts";
import { createMember } from "../../helpers/create-member.ts";
import { createPerson } from "../../helpers/create-person.ts";
import { eventually } from "../../helpers/eventually.ts";
import { test } from "../../helpers/test.ts";
import { businessOf, pdfFile } from "../../verification/business.ts";
import { createOneOfEach, unknownLike } from "../../merchants/one-of-each.ts";

const prefix = "/dashboard/api";
const restOf = ({ path }: SessionRoute) => path.slice(prefix.length).replace("/:environment", "");

const sessionRoutes = dashboardRoutes.filter((route): route is SessionRoute => route.access === "session");
const withReference = sessionRoutes.filter((route) => restOf(route).includes("/:"));
const lists = sessionRoutes.filter((route) => route.paged === true && !restOf(route).includes("/:"));

/** Routes whose references belong to a person, not to a merchant, or to whoever reviews; and the test that has them. */
const elsewhere: Record<string, string> = {
  "/passkeys": "factors/passkeys.test.ts",
  "/sessions": "sessions/sessions.test.ts",
  "/platform/verifications": "verification/verification.test.ts",
};

/** What a route with a reference is sent where a body has to be right before the reference is looked up. */
const bodies: Record<string, object> = {
  "patch /payment-links/:slug": { title: "Renamed" },
  "patch /keys/:reference": { allowedCidrs: [] },
  "post /keys/:reference/rotate": { overlapHours: 1 },
  "patch /members/:reference": { role: "viewer" },
  "post /members/:reference/remove": {},
  "patch /payout-accounts/:reference": { isDefault: true },
  "put /payout-batches/:reference/items/:index": { amount: { value: 10_000, currency: "NGN" }, destination },
  "post /payout-batches/:reference/start": {},
  "post /payout-batches/:reference/retry": {},
  "post /refunds/:reference/destination": { destination },
  "post /unmatched-credits/:reference/accept": {},
};

const pathAbout = (route: SessionRoute, reference: string) =>
  `${prefix}${route.path.includes("/:environment") ? "/test" : ""}${restOf(route)
    .replace(/:\w+/, encodeURIComponent(reference))
    .replace(/:\w+/, "1")}`;

describe("the dashboard", () => {
  test("treats another merchant's reference as one that does not exist, on every route", async ({
    database,
    ingress,
  }) => {
    const { call } = ingress;
    const { owner, referenceFor } = await createOneOfEach(database);
    const { merchantId } = owner.tenant;
    const ada = await createPerson(database, [[merchantId, "owner"]]);
    const invited = await call("POST", `${prefix}/invitations`, {
      session: ada.session,
      body: { email: "bisi@example.com", role: "viewer" },
    });
    const { headers } = await call("GET", "/v1/balances", { key: owner.key });
    const requestId = headers.get("x-request-id")!;
    await eventually(async () =>
      expect(
        (await call("GET", `${prefix}/test/requests/${requestId}`, { session: ada.session })).status,
      ).toBe(200),
    );
    const document = await businessOf(ingress, ada.session).add("proof_of_address", pdfFile());
    const own: Record<string, string> = {
      "/keys": owner.keyReference,
      "/requests": requestId,
      "/members": ada.reference,
      "/verification/documents": document.data.reference,
      "/invitations": invited.data.reference,
      // Journals are listed by the payout's reference.
      "/journals": referenceFor({ path: "/v1/payouts/:reference" })!,
    };
    const nameFor = (route: SessionRoute) => {
      const [about] = restOf(route).split("/:");
      return own[about!] ?? referenceFor({ path: `/v1${restOf(route)}` });
    };

    const stranger = await createMember(database);
    const eve = await createPerson(database, [[stranger.tenant.merchantId, "owner"]]);
    const tried = withReference.filter((route) => elsewhere[restOf(route).split("/:")[0]!] === undefined);
    for (const route of tried) {
      const reference = nameFor(route);
      expect(reference, `${route.path}: the test has to make one of these`).toBeDefined();
      const body = bodies[`${route.method} ${restOf(route)}`];
      const ask = (name: string) =>
        call(route.method.toUpperCase(), pathAbout(route, name), { session: eve.session, body });
      const unknown = await ask(unknownLike(reference!));
      expect([route.path, unknown.status, unknown.error?.code]).toEqual([route.path, 404, "NOT_FOUND"]);
      for (const name of [reference!, "nonsense", "%", "../../healthz"]) {
        const { status, text } = await ask(name);
        expect([route.path, name, status, text]).toEqual([route.path, name, 404, unknown.text]);
      }
    }
    // Nothing was done to any of them.
    const { data } = await call("GET", `${prefix}/session`, { session: ada.session });
    expect(data.merchant.role).toBe("owner");
    expect((await call("GET", "/v1/balances", { key: owner.key })).status).toBe(200);
    // A document is bytes in no envelope.
    const shown = tried.filter(({ method, path }) => method === "get" && !path.includes("/documents/"));
    for (const route of shown) {
      const { status } = await call("GET", pathAbout(route, nameFor(route)!), { session: ada.session });
      expect([route.path, status]).toEqual([route.path, 200]);
    }
  });

  test("does nothing for a page of another of the person's businesses, on any route", async ({
    database,
    ingress: { call },
  }) => {
    const { tenant } = await createMember(database);
    const other = await createMember(database);
    const ada = await createPerson(database, [
      [tenant.merchantId, "owner"],
      [other.tenant.merchantId, "owner"],
    ]);
    const session = await call("GET", `${prefix}/session`, { session: ada.session });
    const shown: string = session.data.merchant.reference;
    const { reference: hidden } = session.data.merchants.find(
      ({ reference }: { reference: string }) => reference !== shown,
    );
    const own = sessionRoutes.filter(({ permission }) => !["person", "review"].includes(permission));
    expect(own.length).toBeGreaterThan(60);
    for (const route of own) {
      const ask = (merchant: string) =>
        call(route.method.toUpperCase(), pathAbout(route, unknownLike("pyt_")), {
          session: ada.session,
          headers: { "x-merchant": merchant },
        });
      const { status, error } = await ask(hidden);
      expect([route.path, status, error?.code]).toEqual([route.path, 409, "MERCHANT_CHANGED"]);
    }
    const headers = { "x-merchant": shown };
    const balances = await call("GET", `${prefix}/test/balances`, { session: ada.session, headers });
    expect(balances.status).toBe(200);
  });

  test("shows no list another merchant's rows, nor test rows in live, also with the other's cursor", async ({
    database,
    ingress,
  }) => {
    const { call } = ingress;
    const { owner } = await createOneOfEach(database);
    const stranger = await createMember(database);
    const ada = await createPerson(database, [[owner.tenant.merchantId, "owner"]]);
    const eve = await createPerson(database, [[stranger.tenant.merchantId, "owner"]]);
    const pathOf = ({ path }: SessionRoute, environment: string) => path.replace(":environment", environment);
    const rows = await database.any(sql.type(z.object({ reference: z.string() }))`
      select reference from payouts where merchant_id = ${owner.tenant.merchantId}
      union all select reference from collections where merchant_id = ${owner.tenant.merchantId}
      union all select reference from api_keys where merchant_id = ${owner.tenant.merchantId}
      union all select reference from events where merchant_id = ${owner.tenant.merchantId}
      union all select reference from merchants where id = ${owner.tenant.merchantId}`);
    expect(rows.length).toBeGreaterThanOrEqual(5);
    for (const route of sessionRoutes.filter(
      ({ method, path }) => method === "get" && !/\/:(?!env)/.test(path),
    )) {
      for (const [session, environment] of [
        [eve.session, "test"],
        [eve.session, "live"],
      ] as const) {
        const { text } = await call("GET", pathOf(route, environment), { session });
        for (const { reference } of rows)
          expect([route.path, text]).toEqual([route.path, expect.not.stringContaining(reference)]);
      }
    }
    for (const route of lists.filter(({ path }) => path.includes("/:environment"))) {
      const page = await call("GET", `${pathOf(route, "test")}?limit=1`, { session: ada.session });
      if (page.meta.nextCursor === undefined) continue;
      for (const [session, environment] of [
        [eve.session, "test"],
        [ada.session, "live"],
      ] as const) {
        const response = await call("GET", `${pathOf(route, environment)}?cursor=${page.meta.nextCursor}`, {
          session,
        });
        expect([route.path, response.status]).toEqual([route.path, 422]);
      }
    }
  });
});
