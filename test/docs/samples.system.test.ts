import { spawn, spawnSync } from "node:child_process";
import { text } from "node:stream/consumers";
import { describe, expect } from "vitest";
import { buildStaleSdk } from "../../scripts/build/build-sdk.ts";
import { describeSite } from "../../scripts/openapi/describe-site.ts";
import { test } from "../helpers/test.ts";

/** A run starts a dozen processes of the language, one after another. */
const RUN_MS = 90_000;

/** How each language's samples are run: all read their program from stdin. */
const languages = [
  { label: "curl", command: ["sh", "-s"], install: "curl", probe: "curl" },
  { label: "Node.js", command: [process.execPath, "--input-type=module", "-"], install: "node" },
  { label: "Python", command: ["python3", "-"], install: "python3" },
  { label: "PHP", command: ["php"], install: "php-cli" },
];

/** A merchant's usual way through the API; each step may need what an earlier one made. */
const steps = [
  "listBanks",
  "verifyAccount",
  "createVirtualAccount",
  "simulateCollectionSuccess",
  "getBalances",
  "createPayout",
  "getPayout",
  "createPaymentLink",
  "updatePaymentLink",
  "checkBvn",
  "listEvents",
];

const operations = Object.values(describeSite().paths).flatMap((path) => Object.values(path));

describe("the samples of the documentation", () => {
  test("are there for every operation, in every language, but for the provider's", () => {
    const without = operations.filter((operation) => operation["x-codeSamples"] === undefined);
    expect(without.map(({ operationId }) => operationId)).toEqual(["recordProviderCredit"]);
    const labels = languages.map(({ label }) => label);
    for (const { "x-codeSamples": samples = [] } of operations.filter((one) => !without.includes(one)))
      expect(samples.map(({ label }) => label)).toEqual(labels);
  });

  for (const { label, command, install, probe } of languages) {
    const isInstalled = spawnSync(probe ?? command[0]!, ["--version"]).error === undefined;
    const title = `in ${label} work, and fail where a request is refused`;
    const how = isInstalled ? title : `in ${label} (skipped: install ${install})`;
    test.skipIf(!isInstalled)(how, { timeout: RUN_MS }, async ({ merchant, ingress, workers: _workers }) => {
      await buildStaleSdk();
      const made: Made = { references: new Map(), slug: undefined };
      const variables = { PAYMENTS_URL: ingress.url, PAYMENTS_KEY: merchant.key };
      for (const step of steps) {
        const source = withMade(sourceOf(step, label), made);
        const { status, output, errors } = await run(command, source, variables);
        expect(status, `${step}: ${output}${errors}`).toBe(0);
        type Data = { reference?: string; slug?: string };
        const printed = JSON.parse(output) as Data & { data?: Data };
        // The SDK returns the data itself.
        const data = printed.data ?? printed;
        expect(data, step).toBeTruthy();
        if (data.reference !== undefined) made.references.set(prefixOf(data.reference), data.reference);
        made.slug ??= data.slug;
      }
      expect([...made.references.keys()].toSorted()).toEqual(["kyc", "pyt", "va"]);

      const refused = await run(command, sourceOf("getBalances", label), {
        ...variables,
        PAYMENTS_KEY: "sk_test_unknown",
      });
      expect(refused.status).not.toBe(0);
      expect(refused.output + refused.errors).toContain("AUTH_INVALID");
    });
  }
});

/** What a run has made so far: the newest reference of each kind, and a payment link. */
type Made = { references: Map<string, string>; slug: string | undefined };

const prefixOf = (reference: string) => reference.split("_")[0]!;

/** A sample about what this run has made, in place of what was recorded. */
function withMade(source: string, { references, slug }: Made): string {
  return source
    .replace(/\b[a-z]+_[0-9a-z]{26}\b/g, (recorded) => references.get(prefixOf(recorded)) ?? recorded)
    .replace(/(?<=payment-links\/|paymentLinks\.update\(")[\w-]+/, (recorded) => slug ?? recorded);
}

function sourceOf(operationId: string, label: string): string {
  const operation = operations.find((one) => one.operationId === operationId);
  return operation!["x-codeSamples"]!.find((sample) => sample.label === label)!.source;
}

async function run([command, ...options]: string[], source: string, variables: Record<string, string>) {
  const child = spawn(command!, options, { env: { ...process.env, ...variables } });
  child.stdin.end(source);
  const [output, errors, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once("exit", resolve)),
  ]);
  return { output, errors, status };
}
