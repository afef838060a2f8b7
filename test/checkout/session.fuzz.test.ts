import fc from "fast-check";
import { describe, expect } from "vitest";
import { hostilePath, hostileQuery } from "../lab/fuzz/hostile-parts.ts";
import { hostileJson, hostileString } from "../lab/fuzz/hostile-values.ts";
import { write } from "../lab/fuzz/json-text.ts";
import { parseEnvelope } from "../lab/fuzz/find-fault.ts";
import type { FuzzRequest } from "../lab/fuzz/requests.ts";
import { createSender, type FuzzResponse } from "../lab/fuzz/send.ts";
import type { NewPaymentLink } from "../../sql/payment-links/payment-links.ts";
import { createMember } from "../helpers/create-member.ts";
import { createLink, ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { startTestIngress } from "../helpers/platform/start-test-ingress.ts";

const COUNT = Number(process.env["FUZZ_CHECKOUT"] ?? 800);
const CONCURRENCY = 8;
const boundless = {
  all: 1e9,
  verifyAccount: 1e9,
  identityCheck: 1e9,
  failedAuthentication: 1e9,
  checkout: 1e9,
  checkoutSession: 1e9,
  signIn: 1e9,
};

/** Members of a body that is nearly right, or something else altogether. */
const body = fc.oneof(
  fc
    .record({
      email: fc.oneof(fc.constant('"payer@example.com"'), hostileJson.map(write)),
      amount: fc.oneof(fc.constantFrom("100", "50000", "1000000000000"), hostileJson.map(write)),
    })
    .map(({ email, amount }) => `{"email":${email},"amount":${amount}}`),
  hostileJson.map(write),
);

const latin1 = (text: string) => Buffer.from(text, "utf8").toString("latin1");
const inHeader = (text: string) => latin1(text).replace(/[^\x21-\x7e\xa0-\xff]/g, "?");

function anyRequest(slugs: string[]): fc.Arbitrary<FuzzRequest> {
  const token = fc.oneof(
    fc.constantFrom("a", "b", "c").map((letter) => letter.repeat(43)),
    hostileString.map(inHeader),
  );
  const path = fc
    .record({
      slug: fc.oneof(fc.constantFrom(...slugs), hostileString.map(encodeUnlessBroken)),
      rest: fc.constantFrom("", "/state", "/session", "/session", "/session/transfer", "/nothing"),
    })
    .map(({ slug, rest }) => `/pay/${slug}${rest}`);
  return fc.record({
    method: fc.constantFrom("GET", "POST", "POST", "PUT", "OPTIONS"),
    target: fc
      .tuple(
        fc.oneof(path, path.chain(hostilePath)),
        fc.oneof(fc.constant(""), hostileQuery(["origin", "nonce", "amount"])),
      )
      .map(([requestPath, query]) => (query === "" ? requestPath : `${requestPath}?${query}`)),
    headers: token.map((text): [string, string][] => [
      ["authorization", `Bearer ${text}`],
      ["content-type", "application/json"],
    ]),
    body: body.map(latin1),
  });
}

function encodeUnlessBroken(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : "%ff";
}

/** In words; undefined where all is well. A page is markup, and everything else the envelope. */
function faultOf({ method, target }: FuzzRequest, response: FuzzResponse): string | undefined {
  if ("failure" in response) return `no response: ${response.failure}`;
  if (response.status >= 500) return `${response.status} ${response.text}`;
  if (String(response.headers["content-type"]).startsWith("text/html"))
    return response.text.startsWith("<!doctype html>") ? undefined : `${response.status} with broken markup`;
  if (method === "OPTIONS" && response.status === 204) return undefined;
  return parseEnvelope(response.text) === undefined ? `${method} ${target}: no envelope` : undefined;
}

describe("random requests to the checkout", () => {
  test(
    "never get a 5xx, and payments cost the links' amounts",
    { timeout: 120_000 },
    async ({ database, databaseUrl, workers: _workers }) => {
      await using ingress = await startTestIngress(databaseUrl, { limitsPerMinute: boundless });
      const { tenant, key } = await createMember(database);
      const create = (terms: Partial<NewPaymentLink>) => createLink(database, tenant, terms);
      const open = { amountType: "open" as const, amount: null, minAmount: 50_000n };
      const slugs = [
        await create({}),
        await create({ linkType: "reusable", customer: { email: "known@example.com" } }),
        await create({ ...open, linkType: "reusable" }),
      ];
      const requests = fc.sample(anyRequest(slugs), { numRuns: COUNT, seed: 1 });
      const sender = createSender(ingress.url);
      const statuses = new Map<number, number>();
      const faults: string[] = [];
      const send = async () => {
        for (let request; (request = requests.pop()) !== undefined;) {
          const response = await sender.send(request);
          const status = "status" in response ? response.status : 0;
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          const fault = faultOf(request, response);
          if (fault !== undefined) faults.push(fault);
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, send));
      sender.close();

      expect(faults).toEqual([]);
      for (const status of [200, 201, 401, 404, 422])
        expect(statuses.get(status), `${status}`).toBeGreaterThan(0);
      expect(await ledgerDrift(database)).toEqual([]);
      const { data } = await ingress.call("GET", "/v1/collections?limit=100", { key });
      for (const { slug, amount } of data)
        expect(slug === slugs[2] ? amount.value >= 50_000 : amount.value === 500_000).toBe(true);
    },
  );
});
