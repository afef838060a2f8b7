import { describe, expect } from "vitest";
import { test as plainTest } from "vitest";
import type { CryptoChain } from "../../sql/collections/chains.ts";
import { createHttpGateway } from "../../workers/gateways/http/create-http-gateway.ts";
import { CONFIRM_AGAIN_AFTER_MS } from "../../workers/gateways/gateway.ts";
import { sandboxCryptoAddress } from "../../workers/gateways/sandbox/crypto-address.ts";
import {
  DEFAULT_NAME,
  startProvider,
  type Kind,
  type Misbehaviour,
  type Provider,
} from "./http/start-provider.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import { everything, facts, testConformance } from "./conformance.ts";
import { testLiveGateway } from "./live-gateway.ts";

const { signal } = new AbortController();
const account = { bankCode: "058", accountNumber: "0123456789" };
const transfer = {
  reference: "pyt_01",
  amount: 1_000n,
  currency: "NGN",
  narration: null,
  ...account,
  accountName: DEFAULT_NAME,
  status: "processing" as const,
};
const identity = {
  reference: "idr_01",
  type: "bvn" as const,
  identifier: "22222222222",
  phone: "08030000000",
};
const provision = {
  reference: "va_01",
  merchantName: "Kaduna Books",
  requestedAt: new Date(0),
  expiresAt: new Date(0),
  amount: 100_000n,
  currency: "NGN",
};
const address = { reference: "col_01", chain: "tron" as CryptoChain, token: "USDT" as const };

const test = plainTest.extend<{ provider: Provider; gateway: ReturnType<typeof createHttpGateway> }>({
  provider: async ({}, use) => {
    await using provider = await startProvider();
    provider.identities.set(identity.identifier, { name: "NGOZI EZE", phones: ["+2348030000000"] });
    await use(provider);
  },
  gateway: async ({ provider }, use) => use(createHttpGateway(provider)),
});

/** For what no other gateway is called. */
const own: Misbehaviour[] = [
  ...(["refuse", "unavailable", "drop", "break", "another reference", "a web page"] as const),
  ...(["half a response", "a redirect", "ten megabytes", "an error with status 200"] as const),
  "not found, of a proxy",
];

/**
 * Polls of money that came in are in test/collections/money-through-gateways.test.ts, and how a bad response
 * about a balance is read in live-gateway.ts.
 */
type Asked = Exclude<Kind, "credit" | "credits" | "balance">;

/** Each request that the provider serves. */
const requests: Record<Asked, (gateway: ReturnType<typeof createHttpGateway>) => Promise<{ kind: string }>> =
  {
    name: (gateway) => gateway.enquireName(account, signal),
    account: (gateway) => gateway.provisionAccount(provision, signal),
    address: (gateway) => gateway.provisionCryptoAddress(address, signal),
    identity: (gateway) => gateway.lookUpIdentity(identity, signal),
    transfer: (gateway) => gateway.sendTransfer(transfer, signal),
    find: (gateway) => gateway.findTransfer(transfer, signal),
  };

describe.concurrent("the gateway to a live provider", () => {
  test("believes the promise that a transfer was not sent, in a refusal of the transfer alone", async () => {
    const promise = (reason: string) => ({ error: "not_sent", reason });
    const answer = async (status: number, body: unknown, kind: Asked) => {
      await using says = await startReceiver((response) =>
        response.writeHead(status).end(JSON.stringify(body)),
      );
      return await requests[kind](createHttpGateway({ url: says.url, secret: "" }));
    };
    for (const reason of ["no_float", "bank_unreachable", "unavailable"])
      for (const status of [402, 422, 503])
        expect(await answer(status, promise(reason), "transfer")).toEqual({
          kind: "not_sent",
          notSent: reason,
          reason: `status ${status}, ${reason}`,
        });
    expect(await answer(422, promise("no_idea"), "transfer")).toMatchObject({ kind: "unknown" });
    expect(await answer(422, { error: "not_sent" }, "transfer")).toMatchObject({ kind: "unknown" });
    expect(await answer(200, promise("no_float"), "transfer")).toMatchObject({ kind: "unknown" });
    for (const kind of ["name", "account", "address", "identity", "find"] as const)
      expect(await answer(422, promise("no_float"), kind)).toMatchObject({ kind: "unknown" });
    // Of a name it says that the bank is not reached, and nothing about the account.
    for (const [status, kind] of [
      [404, "not_reached"],
      [422, "not_reached"],
      [200, "unknown"],
    ] as const)
      expect(await answer(status, promise("bank_unreachable"), "name")).toMatchObject({ kind });
  });

  test("follows the protocol and returns the provider's results", async ({ gateway, provider }) => {
    expect(gateway.dedupesByReference).toBe(true);
    expect(await gateway.enquireName(account, signal)).toEqual({
      kind: "resolved",
      accountName: DEFAULT_NAME,
    });
    expect(await gateway.provisionAccount(provision, signal)).toEqual({
      kind: "provisioned",
      bankCode: "035",
      bankName: "Wema Bank",
      accountNumber: "8800000001",
      accountName: "Kaduna Books",
    });
    expect(await gateway.provisionCryptoAddress(address, signal)).toMatchObject({
      kind: "provisioned",
      address: expect.stringMatching(/^T.{33}$/),
    });
    expect(await gateway.lookUpIdentity(identity, signal)).toEqual({
      kind: "found",
      name: "NGOZI EZE",
      phones: ["+2348030000000"],
    });
    expect(
      await gateway.sendTransfer({ ...transfer, narration: "Rent", purpose: "salary" }, signal),
    ).toMatchObject({
      kind: "succeeded",
    });
    expect(await gateway.findTransfer(transfer, signal)).toMatchObject({ kind: "succeeded" });

    expect(provider.strays).toBe(0);
    expect(provider.sent).toEqual({
      credit: [],
      credits: [],
      balance: [],
      name: [account],
      account: [{ reference: "va_01", accountName: "Kaduna Books", expiresAt: "1970-01-01T00:00:00.000Z" }],
      address: [{ reference: "col_01", chain: "tron", token: "USDT" }],
      // The phone of who asks is nobody else's business.
      identity: [{ reference: "idr_01", type: "bvn", identifier: "22222222222" }],
      transfer: [
        {
          reference: "pyt_01",
          amount: { value: 1_000, currency: "NGN" },
          narration: "Rent",
          purpose: "salary",
          ...account,
          accountName: DEFAULT_NAME,
        },
      ],
      find: [{}],
    });
  });

  test("says what the provider holds in naira and dollars, and whether it does not tell", async ({
    gateway,
    provider,
  }) => {
    const naira = { value: 1_250_000, currency: "NGN" };
    provider.balances = [naira, { value: -5, currency: "USD" }, { value: 7, currency: "GHS" }];
    expect(await gateway.findBalances(signal)).toEqual({
      kind: "balances",
      balances: [
        { currency: "NGN", amount: 1_250_000n },
        { currency: "USD", amount: -5n },
      ],
    });
    provider.balances = null;
    expect(await gateway.findBalances(signal)).toEqual({ kind: "not_found" });

    const wrong: unknown[] = [
      [{ ...naira, value: "1250000" }],
      [{ ...naira, value: 12_500.5 }],
      [{ ...naira, value: 2 ** 53 }],
      [{ ...naira, value: undefined }],
      [{ ...naira, currency: undefined }],
      [naira, naira],
      naira,
      undefined,
    ];
    for (const balances of wrong) {
      provider.balances = balances as Provider["balances"];
      expect([balances, (await gateway.findBalances(signal)).kind]).toEqual([balances, "unknown"]);
    }
  });

  test("returns each status of a transfer, and not found", async ({ gateway, provider }) => {
    const outcome = async (status: "pending" | "failed" | "reversed", failure?: object) => {
      provider.outcomes.set(status, { status, ...(failure as { failure?: never }) });
      const sent = { ...transfer, reference: `pyt_${status}`, accountNumber: status };
      return gateway.sendTransfer(sent, signal);
    };
    expect(await outcome("pending")).toEqual({ kind: "pending" });
    expect(await outcome("reversed")).toEqual({ kind: "reversed" });
    const failure = { code: "ACCOUNT_CLOSED", message: "The account is closed." };
    expect(await outcome("failed", { failure })).toEqual({
      kind: "failed",
      ...failure,
      confirmAgainAfterMs: CONFIRM_AGAIN_AFTER_MS,
    });
    expect(await outcome("failed")).toMatchObject({ kind: "failed" });

    provider.names.set(account.accountNumber, null);
    expect(await gateway.enquireName(account, signal)).toEqual({ kind: "not_found" });
    expect(await gateway.findTransfer({ ...transfer, reference: "pyt_02" }, signal)).toEqual({
      kind: "not_found",
    });
    const nobody = { ...identity, identifier: "33333333333" };
    expect(await gateway.lookUpIdentity(nobody, signal)).toEqual({ kind: "not_found" });
  });

  for (const [kind, ask] of Object.entries(requests) as [Asked, (typeof requests)[Asked]][]) {
    const misbehaviours: Misbehaviour[] = [
      // live-gateway.ts has the others of these.
      ...(kind === "name" || kind === "identity" ? [] : (["a missing member"] as const)),
      ...(kind === "transfer" || kind === "find" ? (["money as text"] as const) : []),
      ...(kind === "name" || kind === "transfer" || kind === "find" ? [] : own),
    ];
    for (const how of misbehaviours) {
      test(`${kind} with ${how} in response is unknown`, async ({ gateway, provider }) => {
        await gateway.sendTransfer(transfer, signal);
        provider.misbehave(kind, how);
        expect(await ask(gateway)).toMatchObject({ kind: "unknown", reason: expect.any(String) });
        expect(provider.strays).toBe(0);

        provider.behave();
        expect((await ask(gateway)).kind).not.toBe("unknown");
      });
    }
  }
});

describe.concurrent("what a provider sends is treated as plain text", () => {
  const misfit = (...fields: string[]) => ({
    kind: "unknown",
    reason: `a response that does not fit: ${fields.join(", ")}`,
    misfits: fields,
  });

  /** The result of a call when the provider responds with exactly this. */
  async function resultFor(
    body: unknown,
    ask: (gateway: ReturnType<typeof createHttpGateway>) => Promise<{ kind: string }>,
  ) {
    await using says = await startReceiver((response) => response.writeHead(200).end(JSON.stringify(body)));
    return await ask(createHttpGateway({ url: says.url, secret: "" }));
  }

  plainTest.each([
    ["  ADA OBI \n", "ADA OBI"],
    ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
    ["N".repeat(200), "N".repeat(200)],
  ])("takes the name %j as %j", async (accountName, expected) => {
    expect(await resultFor({ accountName, extra: true }, requests.name)).toEqual({
      kind: "resolved",
      accountName: expected,
    });
  });

  plainTest.each([
    "",
    "   ",
    "N".repeat(201),
    "ADA\u0000OBI",
    "ADA\nOBI",
    12,
    null,
    ["ADA"],
    { name: "ADA" },
  ])("does not take %j for a name", async (accountName) => {
    expect(await resultFor({ accountName }, requests.name)).toEqual(misfit("accountName"));
    const person = { name: accountName ?? 0, phones: [] };
    expect(await resultFor(person, requests.identity)).toEqual(misfit("name"));
  });

  plainTest("takes an identity without a name, and none whose phones are no list of texts", async () => {
    expect(await resultFor({ phones: [] }, requests.identity)).toEqual({ kind: "found", phones: [] });
    expect(await resultFor({ name: null, phones: ["0803"] }, requests.identity)).toEqual({
      kind: "found",
      phones: ["0803"],
    });
    for (const phones of [undefined, null, "08030000000"])
      expect(await resultFor({ name: "ADA", phones }, requests.identity)).toEqual(misfit("phones"));
    for (const phones of [[8030000000], ["0".repeat(33)]])
      expect(await resultFor({ name: "ADA", phones }, requests.identity)).toEqual(misfit("phones.0"));
  });

  plainTest("takes bank codes of 3 to 8 digits and capitals", async () => {
    const provisioned = { bankName: "Wema", accountNumber: "0123456789", accountName: "Ada" };
    for (const bankCode of ["035", "035A", "50515", "100004", "MFB50992"])
      expect(await resultFor({ ...provisioned, bankCode }, requests.account)).toMatchObject({ bankCode });
    for (const bankCode of ["35", "MFB509921", "035a", "35-1", 50515, undefined])
      expect(await resultFor({ ...provisioned, bankCode }, requests.account)).toEqual(misfit("bankCode"));
  });

  plainTest("takes no account number and no address that cannot be one", async () => {
    const numbers = { bankCode: "035", bankName: "Wema", accountName: "Ada" };
    for (const accountNumber of ["012345678", "01234567890", "O123456789", 123456789, undefined])
      expect(await resultFor({ ...numbers, accountNumber }, requests.account)).toEqual(
        misfit("accountNumber"),
      );

    const provisionOn = (chain: CryptoChain) => (gateway: ReturnType<typeof createHttpGateway>) =>
      gateway.provisionCryptoAddress({ ...address, chain }, signal);
    const tron = sandboxCryptoAddress("tron", "col_01");
    const bsc = sandboxCryptoAddress("bsc", "col_01");
    expect(await resultFor({ address: tron }, provisionOn("tron"))).toEqual({
      kind: "provisioned",
      address: tron,
    });
    expect(await resultFor({ address: bsc }, provisionOn("bsc"))).toEqual({
      kind: "provisioned",
      address: bsc,
    });
    for (const [chain, wrong] of [
      ["tron", bsc],
      ["bsc", tron],
      ["bsc", bsc.slice(1)],
      ["tron", `${tron}1`],
    ] as const)
      // prettier-ignore
      expect(await resultFor({ address: wrong }, provisionOn(chain))).toEqual(misfit("address"));
  });

  plainTest("takes no transfer that says two things at once", async () => {
    const failure = { code: "ACCOUNT_CLOSED", message: "The account is closed." };
    const says = (body: object) => resultFor({ reference: "pyt_01", ...body }, requests.transfer);
    expect(await says({ status: "failed", failure })).toEqual({
      kind: "failed",
      ...failure,
      confirmAgainAfterMs: CONFIRM_AGAIN_AFTER_MS,
    });
    for (const [field, body] of [
      ["failure", { status: "succeeded", failure }],
      ["status", { status: "done" }],
      ["status", { status: "Failed" }],
      ["failure.code", { status: "failed", failure: { code: "<b>", message: "no" } }],
      ["failure", { status: "failed", failure: "no" }],
      ["amount.currency", { status: "succeeded", amount: { value: 1_000, currency: "USD" } }],
      ["amount.value", { status: "succeeded", amount: { value: 1_000.5, currency: "NGN" } }],
      ["amount", { status: "succeeded", amount: 1_000 }],
    ] as const)
      expect(await says(body), JSON.stringify(body)).toEqual(misfit(field));
  });

  plainTest("names the first three fields that do not fit, by our names and never their values", async () => {
    const misfits = { name: "ADA", phones: [1, 2, "0803", 4, 5] };
    expect(await resultFor(misfits, requests.identity)).toEqual(misfit("phones.0", "phones.1", "phones.3"));
    const secret = { "22222222222": "ADA", accountNumber: "22222222222" };
    expect(await resultFor({ reference: "ADA", ...secret }, requests.account)).toEqual(
      misfit("bankCode", "bankName", "accountNumber"),
    );
    const another = { reference: "idr_02", name: "ADA", phones: [] };
    expect(await resultFor(another, requests.identity)).toEqual(misfit("reference"));
  });

  plainTest("takes up to 64 KB of it", async () => {
    const sized = (bytes: number) => ({ accountName: "ADA", filler: "x".repeat(bytes - 33) });
    expect(await resultFor(sized(64 * 1024), requests.name)).toMatchObject({ kind: "resolved" });
    expect(await resultFor(sized(64 * 1024 + 1), requests.name)).toMatchObject({ kind: "unknown" });
  });
});

testConformance({
  kind: "http",
  offers: [...everything, "listCredits", "findBalances"],
  async start() {
    const server = await startProvider();
    server.listsCredits = true;
    server.names.set(facts.unknownAccount.accountNumber, null);
    server.identities.set(facts.identity.identifier, { name: "ADA OBI", phones: ["08030000000"] });
    return { server, gateway: createHttpGateway(server) };
  },
});

testLiveGateway({
  name: "http",
  start: startProvider,
  create: createHttpGateway,
  dedupes: true,
  saysReversed: true,
});
