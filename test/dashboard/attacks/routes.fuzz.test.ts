import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { z } from "zod";
import { dashboardDomains } from "../../../ingress/dashboard/dashboard-routes.ts";
import type { Route } from "../../../ingress/http/route.ts";
import { buildDashboardOpenapi } from "../../../ingress/openapi/build-dashboard-openapi.ts";
import { templateOf } from "../../../ingress/openapi/describe-operation.ts";
import type { Database } from "../../../sql/process/database.ts";
import { sql } from "../../../sql/process/sql-tag.ts";
import { findFault } from "../../lab/fuzz/find-fault.ts";
import { anyRequest, type FuzzRequest } from "../../lab/fuzz/requests.ts";
import { createSender } from "../../lab/fuzz/send.ts";
import { createPerson } from "../../helpers/create-person.ts";
import { startTestIngress, type TestIngress } from "../../helpers/platform/start-test-ingress.ts";
import { startTestWorkers } from "../../helpers/platform/start-test-workers.ts";
import { test as base } from "../../helpers/test.ts";
import { createOneOfEach } from "../../merchants/one-of-each.ts";

/** Of each route. */
const COUNT = 4;
/** Always the same requests. */
const SEED = 7;

const prefix = "/dashboard/api";
const routes: Record<string, Route> = Object.assign({}, ...Object.values(dashboardDomains));
const document = buildDashboardOpenapi(dashboardDomains);

type Platform = { ingress: TestIngress; merchantId: bigint; owner: bigint; references: string[] };
const nothing = z.object({});

/** An ingress without limits and its workers, with a merchant who has one of each thing. */
const test = base.extend<{ platform: Platform }>({
  platform: [
    async ({ fileDatabaseUrl, fileDatabase }, use) => {
      await using _workers = await startTestWorkers(fileDatabaseUrl);
      const limitsPerMinute = {
        all: 1e9,
        verifyAccount: 1e9,
        identityCheck: 1e9,
        failedAuthentication: 1e9,
        checkout: 1e9,
        checkoutSession: 1e9,
        signIn: 1e9,
        signUp: 1e9,
      };
      await using ingress = await startTestIngress(fileDatabaseUrl, { limitsPerMinute });
      const { owner: member, account, crypto, saved, referenceFor } = await createOneOfEach(fileDatabase);
      const { merchantId } = member.tenant;
      const { id: owner } = await createPerson(fileDatabase, [[merchantId, "owner"]]);
      const paths = ["payouts", "payment-links", "events"].map((name) => ({ path: `/v1/${name}` }));
      const references = [
        ...[member.keyReference, account.reference, account.collection.reference, crypto, saved.reference],
        ...paths.map((path) => referenceFor(path)!),
      ];
      await use({ ingress, merchantId, owner, references });
    },
    { scope: "file" },
  ],
});

function requestsTo(name: string): FuzzRequest[] {
  const route = routes[name]!;
  const path = templateOf(route);
  const operation = document.paths[path.slice(prefix.length)]![route.method]!;
  const requests = anyRequest(route.method, path, operation, document.components.schemas);
  // A stream of its own for each route, so that one alone can be run again.
  const own = createHash("sha256").update(`${SEED} ${name}`).digest().readInt32LE();
  return fc.sample(requests, { seed: own, numRuns: COUNT });
}

/** With references in place of what stands for them, as a page of the dashboard sends it. */
function asPage(request: FuzzRequest, session: string, references: string[]): FuzzRequest {
  const fill = (text: string) =>
    text.replace(/\{\{([a-z]+):(\d+)\}\}/g, (_token, kind: string, number: string) => {
      const ofKind = references.filter((reference) => reference.startsWith(`${kind}_`));
      return ofKind[0] ?? references[Number(number) % references.length]!;
    });
  const headers = request.headers.map(([name, value]): [string, string] => [name, fill(value)]);
  return {
    ...request,
    target: fill(request.target),
    body: request.body === undefined ? undefined : fill(request.body),
    headers: [...headers, ["cookie", `__Host-session=${session}`], ["sec-fetch-site", "same-origin"]],
  };
}

const drift = (database: Database) =>
  database.anyFirst(sql.type(z.object({ problem: z.string() }))`
    select problem || ' ' || subject as problem from ledger_discrepancies`);

describe("a route of the dashboard sent random requests", () => {
  test.for(Object.keys(routes))(
    "%s responds with the envelope and as declared, never with a 5xx",
    async (name, { platform: { ingress, merchantId, owner, references }, fileDatabase: database }) => {
      const sender = createSender(ingress.url);
      const found: unknown[] = [];
      for (const request of requestsTo(name)) {
        // A new one for each: some requests end their sessions, leave the merchant or take the role away.
        await database.query(sql.type(nothing)`
          delete from memberships where merchant_id = ${merchantId} and person_id <> ${owner}`);
        const person = await createPerson(database, [[merchantId, "owner"]], { isReviewer: true });
        const sent = asPage(request, person.session, references);
        const fault = findFault(sent, await sender.send(sent), routes);
        if (fault !== undefined) found.push({ fault, sent });
      }
      sender.close();
      expect(found).toEqual([]);
      expect(await drift(database)).toEqual([]);
    },
  );
});
