import { scopes } from "../../sql/queries/api-keys.ts";
import { errorMeanings } from "../openapi/error-meanings.ts";
import { problemStatuses, type ProblemCode } from "../http/problems.ts";
import { checkoutGuide, type DescribedService } from "./checkout-guide.ts";
import { code, html, paragraphs, table, type Html } from "../http/html.ts";
import { json } from "./render-operation.ts";

export type Section = { id: string; title: string; content: Html };

const receiver = `import express from "express";
import { webhookMiddleware } from "@service/webhooks"; // or from a copy of its one file, verify-webhook.js

const verify = webhookMiddleware({ secrets: [webhookSecret] }); // two of them while you replace one

app.post("/webhooks", express.raw({ type: "application/json" }), verify, (request, response) => {
  const { id, type, data } = request.webhookEvent; // handle each id once
  response.sendStatus(204);
});`;

const recipe = `import { createHmac, timingSafeEqual } from "node:crypto";

const { t = "", v1 = "", v1_prev = "" } = Object.fromEntries(header.split(",").map((pair) => pair.split("=")));
const expected = createHmac("sha256", secret).update(\`\${t}.\`).update(rawBody).digest();
const matches = [v1, v1_prev].some((hex) => {
  const given = Buffer.from(hex, "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
});
const genuine = matches && Math.abs(Date.now() / 1000 - t) <= 300; // answer 400 otherwise`;

/** What holds for every endpoint, for readers who begin. */
export function guide(service: DescribedService): Section[] {
  return [
    {
      id: "authentication",
      title: "Authentication",
      content: html`${paragraphs(
          "Send a secret key with every request: `Authorization: Bearer sk_test_…`. It belongs on your server, never in a browser or an app. Keys are test (`sk_test_`) or live (`sk_live_`), and carry their environment: what one environment has, the other does not see. Test keys never move real money, and cost nothing.",
          "A key may do what its scopes say, and may be limited to IP addresses. Live keys exist for businesses that are verified; a live key of one that is no longer verified reads, and is answered `KYB_LIVE_REQUIRED` when it acts. A revoked key stops working at once. What belongs to another merchant is answered as if it were not there.",
          "Where several things are wrong, the first of these is told: authentication, IP address, a sandbox endpoint with a live key, verification of the business, scope, rate, the form of the request, the Idempotency-Key, the balance.",
        )}
        <p>Scopes: ${scopes.map((scope, at) => html`${at > 0 && ", "}<code>${scope}</code>`)}.</p>`,
    },
    {
      id: "envelope",
      title: "Answers",
      content: html`${paragraphs(
        "JSON in and out. Every answer has either `data` or `error`, never both, and `meta` beside the `data` of a list. There is no success flag. Created resources are answered 201, everything else that worked 200. Branch on `error.code`; messages may be reworded.",
      )}${json({
        error: {
          code: "VALIDATION_ERROR",
          message: "The request is not valid; details names each field to correct.",
          details: {
            "amount.value": "must be a whole number of kobo from 100 to 1000000000000, as a JSON number",
          },
        },
      })}${paragraphs(
        "Bodies are JSON objects in UTF-8 of at most 100 KB, with `Content-Type: application/json`. Members and parameters that an endpoint does not know are ignored; members may be added to answers. Timestamps are ISO 8601 in UTC with milliseconds. References begin with what they name: `va_`, `col_`, `pyt_`, `kyc_`, `evt_`. Every answer has an `x-request-id`; quote it when something is unclear.",
      )}`,
    },
    {
      id: "money",
      title: "Money",
      content: html`${json({ value: 250000, currency: "NGN" })}${paragraphs(
        "`value` is a whole number of the currency's minor unit: 250000 kobo are 2,500 naira. No fractions, in either direction: 10.5 is refused, and so is a number too large to be exact, as 9007199254740993. Payouts and virtual accounts are in naira, of at least 100 kobo; crypto collections are in US dollars, in cents.",
      )}`,
    },
    {
      id: "lists",
      title: "Lists and filters",
      content: paragraphs(
        "Lists are newest first. `limit` is 1 to 100, 20 unless given. While `meta.hasMore` is true, send `meta.nextCursor` back as `cursor` for the next page, with the same filters: a cursor of other filters, another list or another merchant is refused. What is created meanwhile does not shift the pages.",
        "`createdFrom` (inclusive) and `createdTo` (exclusive) are ISO 8601 instants; `status`, `reference` (payment links: `slug`) and, for events and identity checks, `type` narrow a list further. A parameter that comes twice is refused.",
      ),
    },
    {
      id: "idempotency",
      title: "Idempotency and retries",
      content: paragraphs(
        "A payout needs an `Idempotency-Key` header of 1 to 255 printable ASCII characters. The same key with the same body returns the same payout, with `Idempotency-Replayed: true`, and sends nothing; with another body it is `IDEMPOTENCY_KEY_CONFLICT`. Bodies are compared as a whole: the order of members and how a number is written do not matter, every value does. Keys belong to a merchant and environment and are kept for ever. A request that was refused uses none up.",
        "GET is always safe to repeat, a payout with the same key. Other POST requests are not idempotent: list before you repeat one whose answer was lost. Back off exponentially, and after a 429 or 503 wait as `Retry-After` says.",
      ),
    },
    {
      id: "rate-limits",
      title: "Rate limits",
      content: paragraphs(
        "Unless agreed otherwise a key may make 6,000 requests a minute, of which 600 to verify-account and 600 identity checks. `RateLimit` and `RateLimit-Policy` tell where it stands; beyond that, 429 `RATE_LIMITED` comes with `Retry-After` in whole seconds. Failed authentications count by IP address.",
      ),
    },
    { id: "errors", title: "Errors", content: errorTable() },
    {
      id: "sandbox",
      title: "The sandbox",
      content: html`${paragraphs(
        "Test keys use the same endpoints, rules and webhooks on banks that contact nobody and move nothing. Fees are zero. Any 10 digits are an account with a plausible holder, paid at once, but:",
      )}${table(
        ["Account number", "What happens"],
        [
          ["0000000001", "the payout fails: `DESTINATION_REJECTED`"],
          ["0000000002", "the payout stays processing"],
          ["0000000003", "the payout succeeds, and is reversed two seconds later"],
          ["0000000004", "sending times out; asked ten seconds later, the bank says it succeeded"],
          ["9999999999", "the account does not resolve"],
          ["9999999998", "the bank is out of order"],
        ],
      )}${paragraphs("Any 11 digits are a BVN or NIN whose record has the phone that it was first checked with, but:")}${table(
        ["BVN or NIN", "What happens"],
        [
          ["00000000000", "there is no record"],
          ["11111111111", "the record has the phone 08011111111 and no other"],
          ["99999999999", "the provider is out of order"],
        ],
      )}${paragraphs(
        "Payments come in when the simulate endpoints say so. Virtual account numbers look plausible and cannot be paid into.",
      )}`,
    },
    {
      id: "test-clock",
      title: "The test clock",
      content: paragraphs(
        "`POST /v1/sandbox/clock/advance` moves the time of your test environment ahead, and what becomes due is done: accounts expire, webhooks are tried again, cached identities age. It never goes back. Live resources, the time in signatures and rate limits keep real time.",
      ),
    },
    { id: "checkout", title: "The checkout", content: checkoutGuide(service) },
    {
      id: "webhooks",
      title: "Webhooks",
      content: paragraphs(
        "One endpoint for each environment, set with `PUT /v1/webhook-endpoint`. It is sent a POST with the body of an event, whose `data` is what GET returned at that moment. Answer 2xx to acknowledge, within 15 seconds; redirects are not followed. Anything else is tried again after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, a fifth more or less, or when `Retry-After` says. 410, or five days without a success, disables the endpoint; its events are held until its URL is set again.",
        "An event can arrive twice and out of order: handle its `id` once, and ask with GET what is true now. `GET /v1/events/{reference}` shows every attempt: the exact bytes and headers sent, and the status and body that came back. `…/replay` sends an event again, `POST /v1/events/recover` all that failed since a moment. A receiver that was away for an hour need not do anything: what it missed is on its way already.",
        "`POST /v1/webhook-endpoint/test` sends `webhook.test`, a real delivery that reports nothing. In the service's repository `npm run listen` brings events to a receiver on your own machine, signed as they would be delivered, and `npm run trigger` makes each type of event happen.",
      ),
    },
    {
      id: "webhook-signature",
      title: "The signature of a webhook",
      content: html`${paragraphs(
        "`x-service-signature: t=<seconds>,v1=<hex>` is the HMAC-SHA256 of t, a dot and the raw body, keyed by the endpoint's secret with its `whsec_`. Verify it over the bytes received, before anything parses them, and refuse with 400 what does not match or whose t is more than 300 seconds away. Compare `data.amount.value` with your own order as well. The package `@service/webhooks`, one file without dependencies, does the verifying and says which mistake was made:",
      )}${code(receiver)}${paragraphs("By hand, in constant time:")}${code(recipe)}${paragraphs(
        "To change the secret, `POST /v1/webhook-endpoint/rotate-secret`, and give receivers the new one within its overlap: until then `v1_prev` is the signature by the previous secret, and verifiers accept either.",
        "The headers of the Standard Webhooks convention are sent as well, keyed by the bytes that the secret encodes. The types of events are described below, after the endpoints.",
      )}`,
    },
  ];
}

function errorTable(): Html {
  const codes = Object.entries(problemStatuses) as [ProblemCode, number][];
  const rows = codes
    .toSorted(([, a], [, b]) => a - b)
    .map(([name, status]) => [`${status}`, html`<code id="${name}">${name}</code>`, errorMeanings[name]]);
  return table(["Status", "Code", "When"], rows);
}
