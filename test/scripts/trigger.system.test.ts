import { describe, expect } from "vitest";
import { eventTypes } from "../../sql/webhooks/events/event-json.ts";
import type { Database } from "../../sql/process/database.ts";
import type { Tenant } from "../../sql/merchants/tenant.ts";
import { setWebhookEndpoint } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { eventually } from "../helpers/eventually.ts";
import { createMember } from "../helpers/create-member.ts";
import { ledgerDrift } from "../helpers/records.ts";
import { test } from "../helpers/test.ts";
import { startReceiver } from "../helpers/outside/start-receiver.ts";
import { createTriggerProgram } from "../../scripts/trigger/create-trigger-program.ts";
import { runWords } from "../../scripts/cli/run-program.ts";
import { pathOf, runScript } from "./run-script.ts";

const setEndpoint = (database: Database, tenant: Tenant, url: string) =>
  setWebhookEndpoint(database, testEncryptionKeys, tenant, url, {});

/** Runs the script in this process; the document that it prints, or its error. */
async function trigger(...words: string[]) {
  let document: { event: string; resource?: string } | undefined;
  const program = createTriggerProgram((printed) => void (document = printed));
  const error = await runWords(program, { words });
  return { document, error };
}

describe("npm run trigger", () => {
  test("triggers an event of each type, and prints its reference", async ({
    ingress: { call, url },
    database,
    workers: _workers,
  }) => {
    await using receiver = await startReceiver();
    const { tenant, key } = await createMember(database);
    await setEndpoint(database, tenant, receiver.url);
    const references: string[] = [];
    // A key sets no approval policy.
    const types = eventTypes.filter((type) => !/awaiting_approval$|^payout\.canceled$/.test(type));
    for (const type of types) {
      const { document, error } = await trigger(type, "--url", url, "--key", key);
      expect([type, error]).toEqual([type, undefined]);
      expect(document).toMatchObject({ event: expect.stringMatching(/^evt_/), type });
      const { data } = await call("GET", `/v1/events/${document!.event}`, { key });
      expect([data.type, data.data.reference]).toEqual([type, document!.resource]);
      references.push(document!.event);
    }
    expect(new Set(references).size).toBe(types.length);
    await eventually(() => {
      const arrived = receiver.requests.map(({ headers }) => headers["webhook-id"]);
      expect(references.filter((reference) => !arrived.includes(reference))).toEqual([]);
    });
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("prints one JSON document, on stdout what happened and on stderr what is wrong", async ({
    fileIngress: { url },
    fileDatabase,
  }) => {
    await using receiver = await startReceiver();
    const { tenant, key } = await createMember(fileDatabase);
    await setEndpoint(fileDatabase, tenant, receiver.url);
    const run = async (type: string) => {
      await using running = runScript(pathOf("trigger.ts"), [type, "--url", url, "--key", key]);
      return { code: await running.ended, stdout: running.stdout(), stderr: running.stderr() };
    };
    const triggered = await run("webhook.test");
    expect(triggered).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(triggered.stdout)).toMatchObject({ type: "webhook.test" });
    const refused = await run("payout.lost");
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: "USAGE" } });
  });

  test("says what to do about a wrong type, key or address", async ({
    fileIngress: { url },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    const refused = async (...args: string[]) => {
      const { document, error } = await trigger(...args);
      expect(document).toBe(undefined);
      return `${error!.code}: ${error!.message}`;
    };
    const at = ["--url", url];
    expect(await refused(...at, "--key", key)).toMatch(
      /^USAGE: .*the types are collection.success.*webhook.test/,
    );
    expect(await refused("payout.lost", ...at, "--key", key)).toMatch(/^USAGE: /);
    expect(await refused("kyc.failed", "payout.failed", ...at, "--key", key)).toMatch(/^USAGE: /);
    expect(await refused("kyc.failed", ...at, "--colour", "red")).toMatch(/^USAGE: /);
    expect(await refused("kyc.failed", ...at)).toMatch(/^USAGE: .*--key/);
    expect(await refused("kyc.failed", ...at, "--key", "sk_live_x")).toMatch(/^SANDBOX_TEST_KEY_REQUIRED: /);
    expect(await refused("kyc.failed", ...at, "--key", "sk_test_x")).toMatch(/^AUTH_INVALID: /);
    expect(await refused("webhook.test", ...at, "--key", key)).toMatch(
      /^STATE_CONFLICT: .*PUT \/v1\/webhook-endpoint/,
    );
    const nobody = ["--url", "http://127.0.0.1:9", "--key", key];
    expect(await refused("kyc.failed", ...nobody)).toMatch(/^NO_RESPONSE: .*npm start/);
    await using other = await startReceiver();
    expect(await refused("kyc.failed", "--url", other.url, "--key", key)).toMatch(
      /^NO_RESPONSE: .*check --url/,
    );
  });
});
