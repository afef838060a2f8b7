import { join } from "node:path";
import { describe, expect } from "vitest";
import { findFreePort } from "../../scripts/postgres/find-free-port.ts";
import { keepSigningSecret } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { test } from "../helpers/test.ts";
import { pathOf, runScript } from "./run-script.ts";
import { saveDemo } from "./save-demo.ts";

async function playDemo(env: Record<string, string>) {
  await using running = runScript(pathOf("demo.ts"), [], { env });
  const code = await running.ended;
  return { code, stdout: running.stdout(), stderr: running.stderr() };
}

describe("npm run demo", () => {
  test("plays a payment and a payout with forwarded webhooks, and says each amount in naira", async ({
    ingress,
    database,
    merchant,
    workers: _workers,
  }) => {
    const port = await findFreePort();
    const secret = (await keepSigningSecret(database, testEncryptionKeys, merchant.tenant))!;
    const demo = { baseUrl: ingress.url, merchant: "mer_x", secretKey: merchant.key, webhookSecret: secret };
    const played = await playDemo({ DATA_DIR: await saveDemo(demo), DEMO_SHOP_PORT: `${port}` });
    expect([played.code, played.stderr]).toEqual([0, ""]);
    const steps = played.stdout.split("\n").map((line) => line.replace(/^ *\d+ ms {2}| {10}/, ""));
    expect(steps).toEqual([
      "Create a virtual account for ₦5,000",
      "Simulate the payer's transfer",
      "Receive collection.success, with a valid signature",
      "See the balance",
      expect.stringMatching(/^available ₦[\d,]+\.\d\d, reserved ₦0\.00$/),
      "Verify a bank account",
      expect.stringMatching(/^the bank says: /),
      "Pay out ₦2,000 to it",
      "Receive payout.succeeded, with a valid signature",
      "See the balance",
      expect.stringMatching(/^available ₦[\d,]+\.\d\d, reserved ₦0\.00$/),
      "",
    ]);
  });

  test("says what to do where its key was rotated", async ({ ingress }) => {
    const demo = {
      baseUrl: ingress.url,
      merchant: "mer_x",
      secretKey: "sk_test_gone",
      webhookSecret: "whsec_x",
    };
    const played = await playDemo({ DATA_DIR: await saveDemo(demo) });
    expect(played).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^The key in \S+ was revoked or rotated: .*npm start.*\n$/),
    });
  });

  test("says in one line what to do where the service is stopped, or was never started", async () => {
    const baseUrl = `http://127.0.0.1:${await findFreePort()}`;
    const folder = await saveDemo({
      baseUrl,
      merchant: "mer_x",
      secretKey: "sk_test_x",
      webhookSecret: "whsec_x",
    });
    const stopped = await playDemo({ DATA_DIR: folder });
    expect(stopped).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^Nothing responds at \S+, .*run npm start .*DATA_DIR.*\n$/),
    });
    const never = await playDemo({ DATA_DIR: join(folder, "nothing") });
    expect(never).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^There is no \S+: run npm start .*\n$/),
    });
  });
});
