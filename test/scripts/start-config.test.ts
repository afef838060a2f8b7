import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readAdminConfig, readStartConfig } from "../../scripts/config.ts";
import { checkWebhookUrl, rulesOf } from "../../sql/webhooks/endpoints/url.ts";

const loopback = "127.0.0.0/8,::1/128";

describe("npm start", () => {
  test.for([
    [{}, undefined, false],
    [{ WEBHOOK_TEST_ALLOW_CIDRS: "" }, undefined, false],
    [{ WEBHOOK_TEST_ALLOW_CIDRS: "10.0.0.0/8" }, "10.0.0.0/8", false],
    [{}, loopback, true],
    [{ WEBHOOK_TEST_ALLOW_CIDRS: "10.0.0.0/8" }, loopback, true],
  ] as const)(
    "lets no webhook reach this machine, in test neither, unless it is asked to",
    async ([environment, expected, allowsLocalWebhooks]) => {
      const { inherited } = readStartConfig(environment, { allowsLocalWebhooks });
      expect(inherited.WEBHOOK_TEST_ALLOW_CIDRS).toBe(expected);
      const folder = await mkdtemp(join(tmpdir(), "start-config-"));
      await writeFile(join(folder, "demo.json"), JSON.stringify({ databaseUrl: "postgres://localhost/x" }));
      const { webhookUrlRules } = await readAdminConfig({ ...inherited, DATA_DIR: folder });
      await rm(folder, { recursive: true });
      const accepts = (name: "test" | "live") =>
        checkWebhookUrl("http://localhost:4010/", rulesOf(name, webhookUrlRules)).ok;
      expect([accepts("test"), accepts("live")]).toEqual([expected === loopback, false]);
    },
  );
});
