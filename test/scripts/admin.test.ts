import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect } from "vitest";
import { authenticateKey } from "../../sql/queries/api-keys.ts";
import { test } from "../helpers/test.ts";

const script = fileURLToPath(new URL("../../scripts/admin.ts", import.meta.url));
const run = promisify(execFile);

/** Runs the CLI as an operator does; gives the document it printed, or the error and how it exited. */
async function admin(databaseUrl: string, ...words: string[]) {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    SERVICE_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    WEBHOOK_ALLOW_CIDRS: "",
  };
  try {
    const { stdout, stderr } = await run(process.execPath, [script, ...words], { env });
    return { code: 0, document: JSON.parse(stdout), stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, error: JSON.parse(stderr).error as { code: string; message: string } };
  }
}

describe("the operators' CLI", () => {
  test("makes a merchant, keys and a webhook endpoint, one JSON document each", async ({
    database,
    databaseUrl,
  }) => {
    const cli = (...words: string[]) => admin(databaseUrl, ...words);
    const { document } = await cli("merchant", "create", "--name", "Ada", "--email", "ada@example.com");
    const merchant = ["--merchant", document.merchant];

    const created = await cli(
      ...["key", "create", ...merchant, "--environment", "test", "--scopes", "payouts:read,kyc:read"],
      ...["--allow-ip", "10.0.0.0/8", "--allow-ip", "::1"],
    );
    const key = await authenticateKey(database, created.document.secretKey, "10.1.2.3");
    expect(key).toMatchObject({
      scopes: ["payouts:read", "kyc:read"],
      is_ip_allowed: true,
      is_revoked: false,
    });
    expect((await authenticateKey(database, created.document.secretKey, "11.0.0.1"))?.is_ip_allowed).toBe(
      false,
    );

    const rotated = await cli("key", "rotate", "--key", created.document.key, "--overlap-hours", "0");
    expect((await authenticateKey(database, created.document.secretKey, "::1"))?.is_revoked).toBe(true);
    expect(await authenticateKey(database, rotated.document.secretKey, "::1")).toMatchObject({
      scopes: ["payouts:read", "kyc:read"],
      is_ip_allowed: true,
    });
    await cli("key", "revoke", "--key", rotated.document.key);
    expect((await authenticateKey(database, rotated.document.secretKey, "::1"))?.is_revoked).toBe(true);

    const endpoint = [...merchant, "--environment", "test"];
    const set = await cli("webhook", "set", ...endpoint, "--url", "https://example.com/hooks");
    expect(set.document).toEqual({
      url: "https://example.com/hooks",
      secret: expect.stringMatching(/^whsec_/),
    });
    const renewed = await cli("webhook", "rotate", ...endpoint);
    expect(renewed.document.secret).not.toBe(set.document.secret);
    expect((await cli("origin", "add", ...merchant, "--origin", "https://shop.example.com")).code).toBe(0);
    expect((await cli("limit", "set", ...merchant, "--payout-max", "500000")).document.payoutMax.value).toBe(
      500_000,
    );
    expect((await cli("balance", ...merchant)).document.test[0].available).toEqual({
      value: 0,
      currency: "NGN",
    });
  });

  test("saves payout accounts under the name that the bank tells, one of them the default", async ({
    databaseUrl,
    workers: _workers,
  }) => {
    const cli = (...words: string[]) => admin(databaseUrl, ...words);
    const { document } = await cli("merchant", "create", "--name", "Ada", "--email", "ada@example.com");
    const tenant = ["--merchant", document.merchant, "--environment", "test"];
    const account = (number: string) => [...tenant, "--bank-code", "058", "--account-number", number];

    const added = await cli("payout-account", "add", ...account("0123456789"));
    expect(added.document.payoutAccount).toMatchObject({
      reference: expect.stringMatching(/^pac_[0-9a-z]{26}$/),
      accountName: expect.stringMatching(/^[A-Z ]+$/),
      isDefault: false,
    });
    expect((await cli("payout-account", "add", ...account("0123456789"))).document).toEqual(added.document);
    await cli("payout-account", "add", ...account("0123456780"));
    await cli("payout-account", "default", ...account("0123456789"));
    await cli("payout-account", "default", ...account("0123456780"));

    const listed = await cli("payout-account", "list", ...tenant);
    expect(
      listed.document.payoutAccounts.map((saved: { accountNumber: string; isDefault: boolean }) => [
        saved.accountNumber,
        saved.isDefault,
      ]),
    ).toEqual([
      ["0123456780", true],
      ["0123456789", false],
    ]);
    const other = await cli("payout-account", "list", ...tenant.slice(0, 2), "--environment", "live");
    expect(other.document).toEqual({ payoutAccounts: [] });
    const refused = await cli("payout-account", "add", ...account("9999999999"));
    expect(refused.error?.code).toBe("ACCOUNT_NOT_RESOLVED");
    expect((await cli("payout-account", "default", ...account("9999999999"))).error?.code).toBe("NOT_FOUND");
  });

  test("refuses in one JSON document on stderr, and exits 1", async ({ databaseUrl }) => {
    const cli = (...words: string[]) => admin(databaseUrl, ...words);
    const { document } = await cli("merchant", "create", "--name", "Ada", "--email", "ada@example.com");
    const merchant = ["--merchant", document.merchant];
    const test = [...merchant, "--environment", "test"];
    const refusals: [string, string[]][] = [
      ["USAGE", ["merchant", "destroy"]],
      ["USAGE", ["balance", ...merchant, "--colour", "red"]],
      ["VALIDATION_ERROR", ["merchant", "create", "--name", "Ada"]],
      ["VALIDATION_ERROR", ["key", "create", ...test, "--scopes", "kyc:*"]],
      ["VALIDATION_ERROR", ["key", "create", ...test, "--allow-ip", "300.0.0.0/8"]],
      ["VALIDATION_ERROR", ["webhook", "set", ...test, "--url", "http://127.0.0.1/"]],
      ["VALIDATION_ERROR", ["webhook", "set", ...test, "--url", "ftp://example.com/"]],
      ["VALIDATION_ERROR", ["origin", "add", ...merchant, "--origin", "https://shop.example.com/path"]],
      ["NOT_FOUND", ["balance", "--merchant", "mer_unknown"]],
      ["NOT_FOUND", ["webhook", "rotate", ...test]],
      ["KYB_LIVE_REQUIRED", ["key", "create", ...merchant, "--environment", "live"]],
    ];
    for (const [code, words] of refusals) {
      const refused = await cli(...words);
      expect([words.join(" "), refused.code, refused.stdout, refused.error?.code]).toEqual([
        words.join(" "),
        1,
        "",
        code,
      ]);
    }
    await cli("kyb", "set", ...merchant, "--status", "approved");
    const live = await cli("key", "create", ...merchant, "--environment", "live");
    expect(live.error?.code).toBe("LIVE_GATEWAY_NOT_CONFIGURED");
  });
});
