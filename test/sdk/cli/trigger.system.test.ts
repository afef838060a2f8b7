import { describe, expect } from "vitest";
import { eventTypes } from "../../../sql/webhooks/events/event-json.ts";
import type { Database } from "../../../sql/process/database.ts";
import type { Tenant } from "../../../sql/merchants/tenant.ts";
import { setWebhookEndpoint } from "../../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { testEncryptionKeys } from "../../helpers/encryption-key.ts";
import { eventually } from "../../helpers/eventually.ts";
import { createMember } from "../../helpers/create-member.ts";
import { ledgerDrift } from "../../helpers/records.ts";
import { test } from "../../helpers/test.ts";
import { startReceiver } from "../../helpers/outside/start-receiver.ts";
import { Service } from "../../../sdk/node/index.ts";
import { trigger } from "../../../sdk/cli/trigger.ts";
import { playWire } from "../play-wire.ts";
import { payments } from "./payments.ts";

const setEndpoint = (database: Database, tenant: Tenant, url: string) =>
  setWebhookEndpoint(database, testEncryptionKeys, tenant, url, {});

/** What `payments trigger` printed, as JSON, and its exit code. */
async function run(access: { url: string; key: string }, ...words: string[]) {
  await using running = payments(access, "trigger", ...words, "--json");
  const code = await running.ended;
  const { error, ...document } = JSON.parse(running.stdout() || running.stderr());
  return { code, document, error };
}

describe("payments trigger", () => {
  test("triggers an event of each type, and prints its reference", async ({
    ingress: { call, url },
    database,
    workers: _workers,
  }) => {
    await using receiver = await startReceiver();
    const { tenant, key } = await createMember(database);
    await setEndpoint(database, tenant, receiver.url);
    const service = new Service(key, { baseUrl: url });
    const { signal } = new AbortController();
    const references: string[] = [];
    // A key sets no approval policy, and a batch fails after a day without names.
    const types = eventTypes.filter(
      (type) => !/awaiting_approval$|^payout\.canceled$|^payout_batch\.failed$/.test(type),
    );
    for (const type of types) {
      const made = await trigger(service, type, signal);
      expect(made).toMatchObject({ event: expect.stringMatching(/^evt_/), type });
      const { data } = await call("GET", `/v1/events/${made.event}`, { key });
      expect([data.type, data.data.reference]).toEqual([type, made.resource]);
      references.push(made.event);
    }
    expect(new Set(references).size).toBe(types.length);
    await eventually(() => {
      const arrived = receiver.requests.map(({ headers }) => headers["webhook-id"]);
      expect(references.filter((reference) => !arrived.includes(reference))).toEqual([]);
    });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("triggers an event as often as it is asked to", async ({
    ingress: { url },
    database,
    workers: _workers,
  }) => {
    const { key } = await createMember(database);
    const service = new Service(key, { baseUrl: url });
    // Three batches may wait, and five phones be wrong.
    for (const [type, times] of [
      ["payout_batch.ready", 4],
      ["kyc.failed", 6],
    ] as const)
      for (let made = 0; made < times; made += 1)
        expect(await trigger(service, type, new AbortController().signal)).toMatchObject({ type });
  });

  test("stops at once, and sends nothing again", async () => {
    await using server = await playWire([{ failure: "hang" }]);
    await using running = payments({ url: server.baseUrl, key: "sk_test_x" }, "trigger", "kyc.failed");
    await eventually(() => expect(server.arrived).toHaveLength(1));
    running.signal("SIGINT");
    expect(await running.ended).toBe(130);
    expect(server.arrived).toHaveLength(1);
  });

  test("says what to do about a wrong type, key or address", async ({
    fileIngress: { url },
    fileDatabase,
    fileWorkers: _workers,
  }) => {
    const { key } = await createMember(fileDatabase);
    const refused = async (access: { url: string; key: string }, ...words: string[]) => {
      const { code, error } = await run(access, ...words);
      return `${code} ${error.code}: ${error.message}`;
    };
    const at = { url, key };
    expect(await run(at, "collection.underpaid")).toMatchObject({
      code: 0,
      document: { type: "collection.underpaid", event: expect.stringMatching(/^evt_/) },
    });
    expect(await refused(at)).toMatch(/^2 USAGE: missing required argument 'type'/);
    expect(await refused(at, "payout.lost")).toMatch(/^2 USAGE: .*collection.success.*webhook.test/);
    expect(await refused(at, "kyc.failed", "payout.failed")).toMatch(/^2 USAGE: /);
    expect(await refused({ url, key: "sk_live_x" }, "kyc.failed")).toMatch(/^2 USAGE: .*test key/);
    expect(await refused({ url, key: "sk_test_x" }, "kyc.failed")).toMatch(/^1 AUTH_INVALID: /);
    expect(await refused(at, "webhook.test")).toMatch(/^1 STATE_CONFLICT: .*PUT \/v1\/webhook-endpoint/);
    expect(await refused({ url: "http://127.0.0.1:9", key }, "kyc.failed")).toMatch(/^3 CONNECTION_FAILED: /);
  });
});
