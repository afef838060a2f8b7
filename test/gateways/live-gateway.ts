import { describe, expect, test } from "vitest";
import type { Gateway } from "../../workers/gateways/gateway.ts";
import type { Misbehaviour } from "./http/start-provider.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";

const { signal } = new AbortController();
const account = { bankCode: "058", accountNumber: "0123456789" };
const transfer = {
  reference: "pyt_01m807cdkjqery2b6fkwya0yss",
  amount: 1_000n,
  currency: "NGN",
  narration: null,
  ...account,
  accountName: "ADAEZE OKAFOR",
  status: "processing" as const,
};

/** The server that plays a provider, as far as this suite needs it. */
type Played = AsyncDisposable & {
  url: string;
  secret: string;
  /** Requests that no document of the provider describes. */
  strays: number;
  /** By account number: whose it is; null where there is no such account. */
  names: { set(accountNumber: string, name: string | null): unknown };
  outcomes: { set(accountNumber: string, outcome: { status: "pending" | "failed" }): unknown };
  /** By our reference. */
  transfers: Map<string, { status: string }>;
  misbehave(kind: Asked, how: Misbehaviour): void;
  behave(): void;
};

type Tried = {
  name: string;
  start: () => Promise<Played>;
  create: (settings: { url: string; secret: string }) => Gateway;
  /** Whether the provider carries out a reference once, however often it is sent. */
  dedupes: boolean;
  /** Whether its documents have a word for money that came back: without one that is unknown. */
  saysReversed: boolean;
};

/** What every live gateway serves. */
const requests = {
  name: (gateway: Gateway) => gateway.enquireName(account, signal),
  transfer: (gateway: Gateway) => gateway.sendTransfer(transfer, signal),
  find: (gateway: Gateway) => gateway.findTransfer(transfer, signal),
  balance: (gateway: Gateway) => gateway.findBalances!(signal),
};
type Asked = keyof typeof requests;

/** Tests every way in which a connection or a response of a live gateway can be bad, and the results of a good one. */
export function testLiveGateway({ name, start, create, dedupes, saysReversed }: Tried): void {
  describe(`every live gateway, here ${name},`, () => {
    test.concurrent("returns what became of a transfer, and not found", async () => {
      await using provider = await start();
      const gateway = create(provider);
      expect(await gateway.enquireName(account, signal)).toEqual({
        kind: "resolved",
        accountName: transfer.accountName,
      });
      expect(await gateway.sendTransfer({ ...transfer, narration: "Rent" }, signal)).toMatchObject({
        kind: "succeeded",
        confirmAgainAfterMs: expect.any(Number),
      });
      expect(await gateway.findTransfer(transfer, signal)).toMatchObject({ kind: "succeeded" });
      for (const [at, status] of (["pending", "failed"] as const).entries()) {
        const accountNumber = `000000000${at}`;
        provider.outcomes.set(accountNumber, { status });
        const sent = { ...transfer, reference: transfer.reference.replace(/.$/, `${at}`), accountNumber };
        expect(await gateway.sendTransfer(sent, signal)).toMatchObject({ kind: status });
        expect(await gateway.findTransfer(sent, signal)).toMatchObject({ kind: status });
      }
      provider.transfers.get(transfer.reference)!.status = "reversed";
      const back = await gateway.findTransfer({ ...transfer, status: "succeeded" }, signal);
      if (saysReversed) expect(back).toMatchObject({ kind: "reversed" });
      else expect(back).toMatchObject({ kind: "unknown", forOperator: "TRANSFER_STATUS_UNKNOWN" });

      expect(await gateway.findBalances!(signal)).toEqual({
        kind: "balances",
        balances: [{ currency: "NGN", amount: expect.any(BigInt) }],
      });

      provider.names.set(account.accountNumber, null);
      expect(await gateway.enquireName(account, signal)).toEqual({ kind: "not_found" });
      const never = { ...transfer, reference: "pyt_00000000000000000000000000" };
      expect(await gateway.findTransfer(never, signal)).toEqual({ kind: "not_found" });
      expect(provider.strays).toBe(0);
    });

    test.concurrent("says whether a reference may be sent again, and is right", async () => {
      await using provider = await start();
      const gateway = create(provider);
      expect(gateway.dedupesByReference).toBe(dedupes);
      if (!dedupes) return;
      const results = await Promise.all(
        Array.from({ length: 5 }, () => gateway.sendTransfer(transfer, signal)),
      );
      expect([...provider.transfers]).toMatchObject([[transfer.reference, { timesSent: 5 }]]);
      for (const { kind } of results) expect(["succeeded", "unknown"]).toContain(kind);
    });

    for (const [kind, ask] of Object.entries(requests) as [Asked, (typeof requests)[Asked]][]) {
      const misbehaviours: Misbehaviour[] = [
        ...(["refuse", "unavailable", "drop", "break", "a web page", "half a response"] as const),
        ...(["a redirect", "ten megabytes", "an error with status 200", "not found, of a proxy"] as const),
        ...(kind === "name" || kind === "balance" ? [] : (["another reference", "other money"] as const)),
      ];
      for (const how of misbehaviours) {
        test.concurrent(`${kind} with ${how} in response is unknown`, async () => {
          await using provider = await start();
          const gateway = create(provider);
          if (kind === "find") await gateway.sendTransfer(transfer, signal);
          provider.misbehave(kind, how);
          expect(await ask(gateway)).toMatchObject({ kind: "unknown", reason: expect.any(String) });
          expect(provider.strays).toBe(0);

          provider.behave();
          const found = await gateway.findTransfer(transfer, signal);
          expect(found.kind).toBe(provider.transfers.size === 1 ? "succeeded" : "not_found");
        });
      }
    }

    test.concurrent(
      "gives up on a response that does not come, at its deadline and when aborted",
      async () => {
        await using provider = await start();
        const gateway = create(provider);
        provider.misbehave("name", "hang");
        provider.misbehave("find", "hang");
        provider.misbehave("balance", "hang");
        const late = { kind: "unknown", reason: "no response in time" };
        const patient = gateway.enquireName(account, signal);
        expect(await gateway.findTransfer(transfer, AbortSignal.timeout(200))).toMatchObject(late);
        expect(await gateway.findBalances!(AbortSignal.timeout(200))).toMatchObject(late);
        expect(await patient).toMatchObject(late);

        await using dripping = await startReceiver((response) => {
          response.writeHead(200);
          const drip = setInterval(() => response.write(" "), 100);
          response.on("close", () => clearInterval(drip));
        });
        const bored = create({ url: dripping.url, secret: "" });
        expect(await bored.enquireName(account, AbortSignal.timeout(500))).toMatchObject(late);
      },
    );

    test.concurrent(
      "takes an unreachable provider, or one that refuses our secret, as unknown, and what never left as not sent",
      async () => {
        await using provider = await start();
        const unreachable = create({ url: "http://127.0.0.1:9/", secret: provider.secret });
        expect(await unreachable.findTransfer(transfer, signal)).toMatchObject({ kind: "unknown" });
        expect(await unreachable.sendTransfer(transfer, signal)).toMatchObject({
          kind: "not_sent",
          notSent: "unavailable",
          neverLeft: true,
        });
        const stranger = create({ url: provider.url, secret: "another" });
        expect(await stranger.findTransfer(transfer, signal)).toMatchObject({
          kind: "unknown",
          reason: expect.stringMatching(/^status 401/),
        });
        expect(await stranger.findBalances!(signal)).toMatchObject({
          kind: "unknown",
          reason: expect.stringMatching(/^status 401/),
        });
        expect(provider.transfers.size).toBe(0);
      },
    );
  });
}
