import { describe, expect } from "vitest";
import { routes } from "../../ingress/app.ts";
import { fuzzRoute } from "../fuzz/fuzz-route.ts";
import { testEncryptionKeys } from "../helpers/encryption-key.ts";
import { startTestWorkers } from "../helpers/start-test-workers.ts";
import { test as base } from "../helpers/test.ts";
import { startTestIngress, type TestIngress } from "../helpers/start-test-ingress.ts";

/** Of each route; `npm run fuzz` sends ten thousand. */
const COUNT = 30;
/** Always the same requests; the long run draws others each time. */
const SEED = 3;

const providerSecret = "provider-secret-of-the-tests-0123456789";

/** An ingress without limits, whose live gateway answers nobody, and its workers. */
const test = base.extend<{ platform: TestIngress }>({
  platform: [
    async ({ fileDatabaseUrl }, use) => {
      await using _workers = await startTestWorkers(fileDatabaseUrl, {
        LIVE_GATEWAY: "http",
        LIVE_GATEWAY_URL: "http://127.0.0.1:9",
        LIVE_GATEWAY_SECRET: "what workers send to the provider",
      });
      const boundless = {
        all: 1e9,
        verifyAccount: 1e9,
        kyc: 1e9,
        failedAuthentication: 1e9,
        checkout: 1e9,
        checkoutSession: 1e9,
        signIn: 1e9,
      };
      await using ingress = await startTestIngress(fileDatabaseUrl, {
        ...{ providerSecrets: [providerSecret], limitsPerMinute: boundless, answerTimeoutMs: 25_000 },
      });
      await use(ingress);
    },
    { scope: "file" },
  ],
});

describe("a route sent random requests", () => {
  test.for(Object.keys(routes))(
    "%s responds with the envelope, never with a 5xx, and a refused request has no effect",
    async (name, { platform, fileDatabase: database }) => {
      const { findings } = await fuzzRoute(name, {
        ...{ baseUrl: platform.url, database, encryptionKeys: testEncryptionKeys, providerSecret },
        ...{ routes, seed: SEED, count: COUNT, concurrency: 8 },
      });
      expect(findings, `seed ${SEED}`).toEqual([]);
    },
  );
});
