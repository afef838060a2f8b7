import { beforeAll, describe, expect, test } from "vitest";
import { loadSdk } from "./load-sdk.ts";
import { playWire } from "./play-wire.ts";

let sdk: Awaited<ReturnType<typeof loadSdk>>;
beforeAll(async () => {
  sdk = await loadSdk();
});

const payout = { data: { reference: "pyt_1" } };

describe("a client", () => {
  test("needs a secret key and an address, and shows neither", () => {
    const baseUrl = "https://pay.example.com";
    for (const key of ["", "pk_test_1", "sk_test_1\n", undefined])
      expect(() => new sdk.Service(key!, { baseUrl })).toThrow(/sk_/);
    const pasted = ["pay.example.com", "https:pay.example.com", "https://pay.example.com:99999", undefined];
    // The first two would cut or move the path. Fetch refuses a password, and quotes it.
    for (const wrong of [
      `${baseUrl}?shop=1`,
      `${baseUrl}#live`,
      "https://me:secret@pay.example.com",
      ...pasted,
    ])
      expect(() => new sdk.Service("sk_test_1", { baseUrl: wrong! })).toThrow(/^baseUrl must/);
    const service = new sdk.Service("sk_test_1", { baseUrl });
    expect(JSON.stringify(service)).not.toContain("sk_test_1");
  });

  test("takes its own fetch and a base URL that ends in a slash", async () => {
    const urls: string[] = [];
    const service = new sdk.Service("sk_test_1", {
      baseUrl: "https://pay.example.com/",
      fetch: async (url) => {
        urls.push(String(url));
        return Response.json(payout);
      },
    });
    await service.payouts.get("pyt_1");
    expect(urls).toEqual(["https://pay.example.com/v1/payouts/pyt_1"]);
  });
});

describe("a call", () => {
  test("gives its data when awaited, and the whole with withResponse, for one request", async () => {
    await using server = await playWire([{ headers: { "x-request-id": "req_12345678" }, body: payout }]);
    const service = new sdk.Service("sk_test_1", { baseUrl: server.baseUrl });
    const call = service.payouts.get("pyt_1");
    expect(await call).toEqual(payout.data);
    const { data, response, requestId } = await call.withResponse();
    expect([data, response.status, requestId]).toEqual([payout.data, 200, "req_12345678"]);
    expect(await Promise.all([call, call.finally(() => {})])).toEqual([payout.data, payout.data]);
    expect(server.arrived).toHaveLength(1);
  });

  test("leaves a filter out that is null, as an empty column of an order is", async () => {
    await using server = await playWire([{ body: { data: [], meta: { hasMore: false } } }]);
    const service = new sdk.Service("sk_test_1", { baseUrl: server.baseUrl });
    const filters = { limit: 5, merchantReference: null as unknown as string };
    await service.payouts.list(filters).all({ max: 5 });
    expect(server.arrived.map(({ path }) => path)).toEqual(["/v1/payouts?limit=5"]);
  });

  test("takes no idempotencyKey that would be the same for other payments", async () => {
    await using server = await playWire([]);
    const service = new sdk.Service("sk_test_1", { baseUrl: server.baseUrl });
    // As from an order's empty column, a Date or an object; and with blanks, which headers lose at their ends.
    const wrong = [null, NaN, true, {}, 1042, " ", "order-1 "] as unknown[] as string[];
    const codes = await Promise.all(
      wrong.map((idempotencyKey) =>
        sdk
          .safe(service.payouts.create({ amount: sdk.naira(1) }, { idempotencyKey }))
          .then(([error]) => error?.code),
      ),
    );
    expect(codes).toEqual(["IDEMPOTENCY_KEY_REQUIRED", ...Array(6).fill("VALIDATION_ERROR")]);
    const made = service.paymentLinks.create({ title: "Cake" }, { idempotencyKey: wrong[0]! });
    await expect(made).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REQUIRED" });
    expect(server.arrived).toEqual([]);
  });

  test("waits as long as its timeout says, also where timers cannot", async () => {
    await using server = await playWire([{ body: payout }, { body: payout }]);
    const service = new sdk.Service("sk_test_1", { baseUrl: server.baseUrl, maxRetries: 0 });
    for (const timeout of [Infinity, 2 ** 31])
      expect(await service.payouts.get("pyt_1", { timeout })).toEqual(payout.data);
  });

  test("ends with the reason of its signal, in an attempt and between two, and is not sent again", async () => {
    await using server = await playWire([
      { failure: "hang" },
      { status: 503, headers: { "retry-after": "20" } },
    ]);
    const service = new sdk.Service("sk_test_1", { baseUrl: server.baseUrl });
    for (const arrived of [1, 2]) {
      const controller = new AbortController();
      const ended = service.payouts.get("pyt_1", { signal: controller.signal }).catch((error) => error);
      await expect.poll(() => server.arrived.length).toBe(arrived);
      controller.abort(new Error("the shop closes"));
      expect(await ended).toMatchObject({ message: "the shop closes" });
      await expect(service.payouts.get("pyt_1", { signal: controller.signal })).rejects.toThrow(
        "the shop closes",
      );
    }
    expect(server.arrived).toHaveLength(2);
  });

  test("safe returns the API's errors, and throws all others", async () => {
    await using server = await playWire([
      { body: payout },
      { status: 404, body: { error: { code: "NOT_FOUND" } } },
    ]);
    const service = new sdk.Service("sk_test_1", { baseUrl: server.baseUrl });
    expect(await sdk.safe(service.payouts.get("pyt_1"))).toEqual([undefined, payout.data]);
    const [error, data] = await sdk.safe(service.payouts.get("pyt_2"));
    expect([error?.code, data]).toEqual(["NOT_FOUND", undefined]);
    await expect(sdk.safe(Promise.reject(new RangeError("a mistake")))).rejects.toThrow("a mistake");
  });

  test("a list requests a page only when its items are needed", async () => {
    const page = (data: number[], nextCursor?: string) => ({
      body: { data, meta: { hasMore: nextCursor !== undefined, nextCursor } },
    });
    await using server = await playWire([page([1, 2], "a"), page([3])]);
    const list = new sdk.Service("sk_test_1", { baseUrl: server.baseUrl }).payouts.list();
    const seen: [item: unknown, requests: number][] = [];
    for await (const item of list) seen.push([item, server.arrived.length]);
    expect(seen).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
    ]);
    expect(await list.all({ max: 0 })).toEqual([]);
    expect(server.arrived).toHaveLength(2);
  });
});
