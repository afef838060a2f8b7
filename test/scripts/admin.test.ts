import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { userInfo } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { AdminCommand } from "../../scripts/admin/command.ts";
import { createAdminProgram, describeAdminError } from "../../scripts/admin/create-admin-program.ts";
import { runWords } from "../../scripts/cli/run-program.ts";
import { authenticateKey } from "../../sql/keys/api-keys.ts";
import { listAuditLog } from "../helpers/list-audit-log.ts";
import { mailLink } from "../../sql/mails/mails.ts";
import { findMerchant } from "../../sql/merchants/merchants.ts";
import { claimPayoutConfirmation } from "../../sql/payouts/payouts.ts";
import { requireEncryptionKeys } from "../../sql/process/encryption/encryption-keys.ts";
import { findSigningSecrets } from "../../sql/webhooks/endpoints/webhook-endpoints.ts";
import { sql } from "../../sql/process/sql-tag.ts";
import { formatDocument } from "../../scripts/cli/print-document.ts";
import { DEFAULT_NAME, startProvider } from "../gateways/http/start-provider.ts";
import { askCheck } from "../identity/check-identity.ts";
import { nodeEnvironment } from "../helpers/platform/node-environment.ts";
import { roleUrl } from "../helpers/database/role-url.ts";
import { createFundedMerchant, createPayout, ledgerDrift, resolveDestination } from "../helpers/records.ts";
import { runOpsScript } from "../helpers/run-ops-script.ts";
import { test } from "../helpers/test.ts";
import { claimPayout, finishPayout } from "../helpers/worker-steps.ts";
import { startTestWorkers } from "../helpers/platform/start-test-workers.ts";

const script = fileURLToPath(new URL("../../scripts/admin.ts", import.meta.url));
const run = promisify(execFile);

const instant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/;

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString("base64");

type Settings = Record<string, string>;

/** The settings of an operator of the test's database. */
const settingsFor = (databaseUrl: string, settings: Settings = {}): Settings => ({
  DATABASE_URL: roleUrl(databaseUrl, "operator"),
  SERVICE_ENCRYPTION_KEY: keyOf(7),
  WEBHOOK_ALLOW_CIDRS: "",
  ...settings,
});

/** Runs a command in this process, which starts sooner; gives the document that it prints, or its error. */
async function adminWith(databaseUrl: string, settings: Settings, ...words: string[]) {
  const printed: string[] = [];
  const print = (document: object) => void printed.push(JSON.stringify(document));
  const program = createAdminProgram(print, settingsFor(databaseUrl, settings));
  const error = await runWords(program, { words, describeError: describeAdminError });
  expect(printed).toHaveLength(error === undefined ? 1 : 0);
  return { document: error === undefined ? JSON.parse(printed[0]!) : undefined, error };
}

const admin = (databaseUrl: string, ...words: string[]) => adminWith(databaseUrl, {}, ...words);

/** Runs a command as an operator does, in a process of its own. */
async function adminProcess(databaseUrl: string, ...words: string[]) {
  const env = { ...nodeEnvironment, ...settingsFor(databaseUrl) };
  try {
    return { code: 0, ...(await run(process.execPath, [script, ...words], { env })) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

describe("the operators' CLI", () => {
  test("creates a merchant, keys and a webhook endpoint, one JSON document each", async ({
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
      isIpAllowed: true,
      isRevoked: false,
    });
    expect((await authenticateKey(database, created.document.secretKey, "11.0.0.1"))?.isIpAllowed).toBe(
      false,
    );

    const rotated = await cli("key", "rotate", "--key", created.document.key, "--overlap-hours", "0");
    expect((await authenticateKey(database, created.document.secretKey, "::1"))?.isRevoked).toBe(true);
    expect(await authenticateKey(database, rotated.document.secretKey, "::1")).toMatchObject({
      scopes: ["payouts:read", "kyc:read"],
      isIpAllowed: true,
    });
    expect((await cli("key", "rotate", "--key", created.document.key)).error?.code).toBe("KEY_EXPIRED");
    await cli("key", "revoke", "--key", rotated.document.key);
    expect((await authenticateKey(database, rotated.document.secretKey, "::1"))?.isRevoked).toBe(true);

    const endpoint = [...merchant, "--environment", "test"];
    const set = await cli("webhook", "set", ...endpoint, "--url", "https://example.com/hooks");
    expect(set.document).toEqual({
      url: "https://example.com/hooks",
      secret: expect.stringMatching(/^whsec_/),
    });
    const renewed = await cli("webhook", "rotate", ...endpoint, "--overlap-hours", "72");
    expect(renewed.document).toEqual({ url: set.document.url, secret: expect.stringMatching(/^whsec_/) });
    expect(renewed.document.secret).not.toBe(set.document.secret);
    expect(
      (await cli("origin", "add", ...merchant, "--origin", "https://shop.example.com")).error,
    ).toBeUndefined();
    expect((await cli("limit", "set", ...merchant, "--payout-max", "500000")).document.payoutMax.value).toBe(
      500_000,
    );
    expect((await cli("balance", ...merchant)).document.test[0].available).toEqual({
      value: 0,
      currency: "NGN",
    });

    // The operator is named by the flag, else by OPERATOR_NAME, else by the system's user.
    await adminWith(
      databaseUrl,
      { OPERATOR_NAME: "Ada" },
      "kyb",
      "set",
      ...merchant,
      "--status",
      "submitted",
    );
    const named = ["--operator", "Bola", "--reason", "ticket 7"];
    await adminWith(
      databaseUrl,
      { OPERATOR_NAME: "Ada" },
      "kyb",
      "set",
      ...merchant,
      "--status",
      "draft",
      ...named,
    );
    expect(
      await runOpsScript(databaseUrl, "actions", { target: document.merchant, limit: "3" }),
    ).toMatchObject([
      {
        action: "kyb set",
        operator: "Bola",
        reason: "ticket 7",
        before: { status: "submitted" },
        after: { status: "draft" },
      },
      { action: "kyb set", operator: "Ada", reason: null, before: { status: "draft" } },
      { action: "limit set", operator: userInfo().username, after: { payoutMax: 500_000 } },
    ]);
  });

  test("saves payout accounts under the bank's name for them, one of them the default", async ({
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

  test("saves an account again under the bank's current name for it", async ({ databaseUrl }) => {
    await using provider = await startProvider();
    await using _workers = await startTestWorkers(databaseUrl, provider.env);
    const cli = (...words: string[]) => admin(databaseUrl, ...words);
    const { document } = await cli("merchant", "create", "--name", "Ada", "--email", "ada@example.com");
    const tenant = ["--merchant", document.merchant, "--environment", "live"];
    const account = [...tenant, "--bank-code", "058", "--account-number", "0123456789"];

    const { payoutAccount: first } = (await cli("payout-account", "add", ...account)).document;
    expect(first).toMatchObject({
      reference: expect.stringMatching(/^pac_/),
      accountName: DEFAULT_NAME,
    });
    provider.names.set("0123456789", "ADAEZE OKAFOR-BELLO");
    const { payoutAccount: again } = (await cli("payout-account", "add", ...account)).document;
    expect(again).toEqual({ ...first, accountName: "ADAEZE OKAFOR-BELLO" });
    expect(provider.calls.name).toBe(2);

    // What the bank does not know any more stays as it was saved.
    provider.names.set("0123456789", null);
    expect((await cli("payout-account", "add", ...account)).error?.code).toBe("ACCOUNT_NOT_RESOLVED");
    provider.misbehave("name", "unavailable");
    expect((await cli("payout-account", "add", ...account)).error?.code).toBe("ACCOUNT_NOT_RESOLVED");
    expect((await cli("payout-account", "list", ...tenant)).document).toEqual({ payoutAccounts: [again] });
  });

  test("creates live keys only where the business is approved and a live gateway is set", async ({
    database,
    databaseUrl,
  }) => {
    const cli = (...words: string[]) => admin(databaseUrl, ...words);
    const { document } = await cli("merchant", "create", "--name", "Ada", "--email", "ada@example.com");
    const merchant = ["--merchant", document.merchant];
    const gateway = {
      LIVE_GATEWAYS: "http",
      LIVE_GATEWAY_URL: "http://127.0.0.1:9/",
    };
    const secret = "s".repeat(32);
    const create = (settings: Record<string, string>) =>
      adminWith(databaseUrl, settings, "key", "create", ...merchant, "--environment", "live");

    expect((await create(gateway)).error?.code).toBe("KYB_LIVE_REQUIRED");
    await cli("kyb", "set", ...merchant, "--status", "approved");
    expect((await create({})).error?.code).toBe("LIVE_GATEWAY_NOT_CONFIGURED");
    for (const wrong of [
      { LIVE_GATEWAY_URL: "" },
      { LIVE_GATEWAY_SECRET: secret, LIVE_GATEWAY_WEBHOOK_SECRETS: secret },
      { LIVE_GATEWAY_SECRET: "short" },
      { LIVE_GATEWAYS: "https" },
      { NODE_ENV: "production" },
      { LIVE_GATEWAY_URL: "http://provider.example.com" },
    ]) {
      const { error } = await create({ ...gateway, ...wrong });
      expect(error).toMatchObject({
        code: "NOT_CONFIGURED",
        message: expect.stringContaining("LIVE_GATEWAY"),
      });
      expect(error!.message).not.toContain(secret);
    }

    const exampleKey = Buffer.alloc(32).toString("base64");
    const url = "https://shop.example.com/hooks";
    const words = ["webhook", "set", ...merchant, "--environment", "live", "--url", url];
    const settings = { ...gateway, SERVICE_ENCRYPTION_KEY: exampleKey };
    expect((await adminWith(databaseUrl, settings, ...words)).error).toMatchObject({
      code: "NOT_CONFIGURED",
      message: expect.stringContaining("example's key"),
    });

    const made = await create(gateway);
    expect(made.document.secretKey).toMatch(/^sk_live_/);
    expect(await authenticateKey(database, made.document.secretKey, "::1")).toMatchObject({
      environment: "live",
    });
  });

  test("encrypts again what was encrypted with another key, and says how much that was", async ({
    database,
    databaseUrl,
  }) => {
    const cli = (...words: string[]) => admin(databaseUrl, ...words);
    const { document } = await cli("merchant", "create", "--name", "Ada", "--email", "ada@example.com");
    const endpoint = ["--merchant", document.merchant, "--environment", "test"];
    await cli("webhook", "set", ...endpoint, "--url", "https://example.com/hooks");
    const { secret } = (await cli("webhook", "rotate", ...endpoint)).document;

    const settings = { SERVICE_ENCRYPTION_KEY: keyOf(8), SERVICE_ENCRYPTION_KEY_OTHER: keyOf(7) };
    const reencrypt = () => adminWith(databaseUrl, settings, "encryption", "reencrypt");
    expect((await reencrypt()).document).toEqual({
      webhookSecrets: 1,
      identityRecords: 0,
      sandboxIdentities: 0,
      totpSecrets: 0,
      verificationForms: 0,
      verificationDocuments: 0,
      keysForgotten: 0,
    });
    expect((await reencrypt()).document).toMatchObject({ webhookSecrets: 0, keysForgotten: 1 });
    const tenant = {
      merchantId: (await findMerchant(database, document.merchant))!.id,
      environment: "test",
    } as const;
    expect((await findSigningSecrets(database, { current: Buffer.alloc(32, 8) }, tenant))?.secret).toBe(
      secret,
    );

    const stranger = { SERVICE_ENCRYPTION_KEY: keyOf(9), SERVICE_ENCRYPTION_KEY_OTHER: "" };
    expect((await adminWith(databaseUrl, stranger, "encryption", "reencrypt")).error).toMatchObject({
      code: "NOT_CONFIGURED",
      message: expect.stringContaining("is not the key that this database was encrypted with"),
    });
    const wrong = { ...settings, SERVICE_ENCRYPTION_KEY_OTHER: "c2hvcnQ=" };
    expect((await adminWith(databaseUrl, wrong, "encryption", "reencrypt")).error?.code).toBe(
      "NOT_CONFIGURED",
    );
  });

  test("forgets no key that a mail or an identity check still waits to be decrypted with", async ({
    database,
    databaseUrl,
  }) => {
    const keys = { current: Buffer.alloc(32, 7) };
    const tenant = await createFundedMerchant(database);
    await requireEncryptionKeys(database, keys);
    const settings = { SERVICE_ENCRYPTION_KEY: keyOf(8), SERVICE_ENCRYPTION_KEY_OTHER: keyOf(7) };
    const reencrypt = () => adminWith(databaseUrl, settings, "encryption", "reencrypt");
    const update = (statement: ReturnType<typeof sql.fragment>) =>
      database.query(sql.type(z.object({}))`${statement}`);
    const { encryptedToken } = mailLink(keys, "verify_email", "ada@example.com");
    await update(sql.fragment`
      select queue_mail('ada@example.com', 'verify_email', '{}', ${sql.binary(encryptedToken)})`);
    expect((await reencrypt()).error).toMatchObject({ message: expect.stringContaining("mails with links") });
    await update(sql.fragment`update mails set status = 'sent', encrypted_token = null`);

    await askCheck(database, tenant, { identifier: "30000000001", phone: "08031234567" }, keys);
    expect((await reencrypt()).document).toMatchObject({ identityRecords: 1, keysForgotten: 0 });
    // The record is known by now, and the check's phone is not compared yet.
    await update(sql.fragment`update identity_records set status = 'found', fee_reserved = 0`);
    expect((await reencrypt()).document).toMatchObject({ identityRecords: 1, keysForgotten: 0 });
    expect((await reencrypt()).error).toMatchObject({ message: expect.stringContaining("identity checks") });
    await update(sql.fragment`
      update identity_checks set status = 'failed', encrypted_phone = null, phone_hashes = null`);
    expect((await reencrypt()).document).toMatchObject({ keysForgotten: 1 });
  });

  test("lists merchants, keys and origins, never a secret, and removes an origin", async ({
    databaseUrl,
  }) => {
    const cli = (...words: string[]) => admin(databaseUrl, ...words);
    const create = async (name: string) =>
      (await cli("merchant", "create", "--name", name, "--email", "ada@example.com")).document.merchant;
    const [ada, other] = [await create("Ada Okafor"), await create("Somebody Else")];
    const merchant = ["--merchant", ada];
    await cli("kyb", "set", ...merchant, "--status", "submitted");
    const about = { email: "ada@example.com", created_at: expect.stringMatching(instant), closed_at: null };
    expect(await runOpsScript(databaseUrl, "merchants")).toEqual([
      { merchant: other, name: "Somebody Else", kyb_status: "draft", ...about },
      { merchant: ada, name: "Ada Okafor", kyb_status: "submitted", ...about },
    ]);

    const keyFor = async (...flags: string[]) =>
      (await cli("key", "create", ...flags, "--environment", "test", "--scopes", "kyc:read,payouts:read"))
        .document;
    const first = await keyFor(...merchant);
    const revoked = await keyFor(...merchant);
    await keyFor("--merchant", other);
    const successor = (await cli("key", "rotate", "--key", first.key, "--overlap-hours", "1")).document;
    await cli("key", "revoke", "--key", revoked.key);
    const row = (made: { key: string; secretKey: string }, dates: object = {}) => ({
      key: made.key,
      environment: "test",
      scopes: ["kyc:read", "payouts:read"],
      last_four: made.secretKey.slice(-4),
      created_at: expect.stringMatching(instant),
      expires_at: null,
      revoked_at: null,
      ...dates,
    });
    const keys = await runOpsScript(databaseUrl, "keys", { merchant: ada });
    expect(keys).toEqual([
      row(successor),
      row(revoked, { revoked_at: expect.stringMatching(instant) }),
      row(first, { expires_at: expect.stringMatching(instant) }),
    ]);
    const ends = Date.parse(String((keys as { expires_at: string }[])[2]!.expires_at)) - Date.now();
    expect(ends).toBeGreaterThan(50 * 60_000);
    expect(ends).toBeLessThan(61 * 60_000);
    for (const { secretKey } of [first, revoked, successor])
      expect(JSON.stringify(keys)).not.toContain(secretKey.slice(0, 16));

    for (const origin of ["https://shop.example.com", "https://Pay.example.com", "http://localhost:8080"])
      await cli("origin", "add", ...merchant, "--origin", origin);
    const origins = (of: string) => runOpsScript(databaseUrl, "origins", { merchant: of });
    const remove = (of: string, origin: string) =>
      runOpsScript(databaseUrl, "remove-origin", { merchant: of, origin, reason: "moved" });
    expect(await origins(ada)).toEqual([
      { origin: "http://localhost:8080" },
      { origin: "https://pay.example.com" },
      { origin: "https://shop.example.com" },
    ]);
    const gone = "has no origin https://pay.example.com";
    expect(await remove(other, "https://pay.example.com")).toContain(gone);
    expect(await remove(ada, "https://PAY.example.com")).toEqual([{ removed: true }]);
    expect(await remove(ada, "https://pay.example.com")).toContain(gone);
    expect(await origins(ada)).toEqual([
      { origin: "http://localhost:8080" },
      { origin: "https://shop.example.com" },
    ]);
    expect(await origins(other)).toEqual([]);
  });

  test("explains every wrong flag", async ({ databaseUrl }) => {
    const folder = new URL("../../scripts/admin/", import.meta.url);
    const modules = await Promise.all(
      (await readdir(folder))
        .filter((name) => name.endsWith(".ts"))
        .map((name): Promise<object> => import(new URL(name, folder).href)),
    );
    const commands = modules
      .flatMap((module) => Object.values(module))
      .flatMap((exported) => ("prepare" in exported ? [exported] : Object.values(exported)))
      .filter(
        (command): command is AdminCommand =>
          typeof command === "object" && command !== null && "prepare" in command,
      );
    expect(commands.length).toBeGreaterThanOrEqual(16);
    let refused = 0;
    for (const { flags } of commands) {
      for (const wrong of ["", "?", "a\nb", "-1", "1e3", "99999999999999999999", "x".repeat(300)]) {
        const values = Object.keys(flags.shape).map((flag) => [
          flag,
          ["allowIp", "document"].includes(flag) ? [wrong] : wrong,
        ]);
        for (const { path, message } of flags.safeParse(Object.fromEntries(values)).error?.issues ?? []) {
          refused += 1;
          expect([path[0], wrong, message]).toEqual([path[0], wrong, expect.stringMatching(/^must /)]);
        }
      }
    }
    expect(refused).toBeGreaterThan(100);

    const cli = (...words: string[]) => admin(databaseUrl, ...words);
    for (const name of ["two\nlines", "bell\u0007", "   ", "", "x".repeat(201)]) {
      const { error } = await cli("merchant", "create", "--name", name, "--email", "ada@example.com");
      expect(error).toEqual({
        code: "VALIDATION_ERROR",
        message: "--name: must be text of 1 to 200 characters on one line",
      });
    }
    expect(await runOpsScript(databaseUrl, "merchants")).toEqual([]);
    for (const [words, message] of [
      [["key", "rotate", "--key", "key_1", "--overlap-hours", ""], "a whole number of hours from 0 to 72"],
      [["key", "rotate", "--key", "key_1", "--overlap-hours", "1.5"], "a whole number of hours from 0 to 72"],
      [
        ["kyb", "set", "--merchant", "mer_1", "--status", "yes"],
        "must be draft, submitted, approved or rejected",
      ],
      [["balance", "--merchant", "1"], "a merchant's reference"],
      [["balance"], "--merchant: is required"],
    ] as const) {
      const { error } = await cli(...words);
      expect(error).toEqual({ code: "VALIDATION_ERROR", message: expect.stringContaining(message) });
    }
  });

  test("prints one JSON document on stdout; refuses in one on stderr, and exits 1", async ({
    databaseUrl,
  }) => {
    const flags = ["--name", "Ada", "--email", "ada@example.com"];
    expect(await adminProcess(databaseUrl, "merchant", "create", ...flags)).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\{"merchant":"mer_[0-9a-z]{26}"\}\n$/),
      stderr: "",
    });
    for (const [code, words] of [
      ["USAGE", ["merchant", "destroy"]],
      ["VALIDATION_ERROR", ["merchant", "create", "--name", "Ada"]],
      ["NOT_FOUND", ["balance", "--merchant", "mer_unknown"]],
    ] as const) {
      const refused = await adminProcess(databaseUrl, ...words);
      expect(refused).toMatchObject({ code: 1, stdout: "" });
      const error = { code, message: expect.any(String) };
      expect(JSON.parse(refused.stderr)).toEqual({ error });
      expect(refused.stderr.trim()).not.toContain("\n");
      // The other tests take the error from where it is printed.
      expect((await admin(databaseUrl, ...words)).error).toEqual(JSON.parse(refused.stderr).error);
    }
  });

  test("refuses what is wrong with a code of its own", async ({ databaseUrl }) => {
    const cli = (...words: string[]) => admin(databaseUrl, ...words);
    const { document } = await cli("merchant", "create", "--name", "Ada", "--email", "ada@example.com");
    const merchant = ["--merchant", document.merchant];
    const inTest = [...merchant, "--environment", "test"];
    const inLive = [...merchant, "--environment", "live"];
    const refusals: [string, string[]][] = [
      ["USAGE", ["merchant", "destroy"]],
      ["USAGE", ["balance", ...merchant, "--colour", "red"]],
      ["VALIDATION_ERROR", ["merchant", "create", "--name", "Ada"]],
      ["VALIDATION_ERROR", ["key", "create", ...inTest, "--scopes", "kyc:*"]],
      ["VALIDATION_ERROR", ["key", "create", ...inTest, "--allow-ip", "300.0.0.0/8"]],
      ["VALIDATION_ERROR", ["webhook", "set", ...inTest, "--url", "http://127.0.0.1/"]],
      ["VALIDATION_ERROR", ["webhook", "set", ...inTest, "--url", "ftp://example.com/"]],
      ["VALIDATION_ERROR", ["origin", "add", ...merchant, "--origin", "https://shop.example.com/path"]],
      ["NOT_FOUND", ["balance", "--merchant", "mer_unknown"]],
      ["NOT_FOUND", ["webhook", "rotate", ...inTest]],
      ["VALIDATION_ERROR", ["webhook", "rotate", ...inTest, "--overlap-hours", "2"]],
      ["VALIDATION_ERROR", ["webhook", "set", ...inLive, "--url", "http://example.com/"]],
      ["KYB_LIVE_REQUIRED", ["key", "create", ...merchant, "--environment", "live"]],
      ["VALIDATION_ERROR", ["payout", "decide", "--reference", "pyt_1", "--outcome", "succeeded"]],
      ["NOT_FOUND", ["payout", "decide", "--reference", "rfd_1", "--outcome", "failed", "--reason", "so"]],
      ["NOT_FOUND", ["link", "disable", "--slug", "unknownslug0"]],
    ];
    for (const [code, words] of refusals) {
      const refused = await cli(...words);
      expect([words.join(" "), refused.document, refused.error?.code]).toEqual([
        words.join(" "),
        undefined,
        code,
      ]);
    }
  });

  test("names what is wrong with a command that does not exist, and suggests the nearest", async ({
    databaseUrl,
  }) => {
    const messages: [words: string[], message: string][] = [
      [[], "admin needs one of: merchant, key, kyb"],
      [["key"], "admin key needs one of: create, rotate, revoke"],
      [["merchat", "create"], "unknown command 'merchat' (Did you mean merchant?)"],
      [["key", "creat"], "unknown command 'creat' (Did you mean create?)"],
      [["merchant", "create", "--jsn"], "unknown option '--jsn' (Did you mean --json?)"],
      [["merchant", "create", "all"], "too many arguments"],
      [["balance", "--merchant"], "option '--merchant <value>' argument missing"],
    ];
    for (const [words, message] of messages) {
      const { error } = await admin(databaseUrl, ...words);
      expect(error).toEqual({ code: "USAGE", message: expect.stringContaining(message) });
    }
  });

  test("explains each command with --help, and completes commands and flags in bash", async () => {
    const text = async (...words: string[]) =>
      (await run(process.execPath, [script, ...words], { env: nodeEnvironment })).stdout;
    expect(await text("--help")).toContain("merchant            Merchants");
    expect(await text("help", "key")).toContain("Create an API key");
    const help = await text("key", "create", "--help");
    expect(help).toContain("Usage: admin key create");
    for (const flag of [
      "--merchant <value>",
      "--environment <test|live>",
      "--allow-ip <value...>",
      "--json",
    ]) {
      expect(help).toContain(flag);
    }

    const completion = await text("completion", "bash");
    const complete = async (...words: string[]) => {
      const typed = ["payments-admin", ...words].map((word) => `'${word}'`).join(" ");
      const press = `COMP_WORDS=(${typed}); COMP_CWORD=${words.length}; _payments_admin; echo "\${COMPREPLY[@]}"`;
      return (await run("bash", ["-c", `${completion}\n${press}`])).stdout.trim();
    };
    expect(await complete("m")).toBe("merchant");
    expect(await complete("key", "r")).toBe("rotate revoke");
    expect(await complete("key", "create", "--e")).toBe("--environment");
    expect(await complete("key", "create", "--environment", "test", "--a")).toBe("--allow-ip");
  });

  test("decides a payout whose provider took a success back: its money moves once, for the reason that is given", async ({
    database,
    databaseUrl,
  }) => {
    const tenant = await createFundedMerchant(database, 5_000n, "live");
    await resolveDestination(database, tenant);
    const { reference, id } = await createPayout(database, tenant, { amount: 1_000n });
    await finishPayout(database, (await claimPayout(database, id))!, { kind: "succeeded" });
    await database.query(sql.type(z.object({}))`update payouts set next_confirmation_at = now()`);
    const failed = { kind: "failed", code: "DESTINATION_REJECTED", message: "No." } as const;
    await finishPayout(database, (await claimPayoutConfirmation(database, { payoutId: id }))!, failed);

    const words = ["payout", "decide", "--reference", reference, "--outcome", "failed"];
    const reason = ["--reason", "The bank's statement says so."];
    expect((await admin(databaseUrl, ...words, ...reason)).document).toMatchObject({
      payout: { reference, status: "reversed" },
    });
    const journals = sql.type(z.object({ kind: z.string() }))`select kind from ledger_journals order by id`;
    expect((await database.anyFirst(journals)).slice(-3)).toEqual([
      ...["payout_accepted", "payout_settled", "payout_reversed"],
    ]);
    expect((await listAuditLog(database, { limit: 1 }))[0]).toMatchObject({
      action: "payout decide",
      target: reference,
      reason: reason[1],
    });
    expect((await admin(databaseUrl, ...words, ...reason)).error?.code).toBe("NO_DECISION_NEEDED");
    expect(await ledgerDrift(database)).toEqual([]);
  });

  test("shows a person tables: lists with their columns, other members one a line", () => {
    expect(
      formatDocument({
        keys: [
          { key: "key_1", scopes: ["kyc:read", "payouts:read"], revokedAt: null },
          { key: "key_20", scopes: [], revokedAt: "2026-01-01T00:00:00.000Z" },
        ],
      }),
    ).toBe(
      [
        "key     scopes                 revokedAt",
        "key_1   kyc:read,payouts:read  -",
        "key_20  -                      2026-01-01T00:00:00.000Z",
      ].join("\n"),
    );
    expect(formatDocument({ merchants: [] })).toBe("(none)");
    const payoutMax = { value: 500_050, currency: "NGN" };
    expect(formatDocument({ merchant: "mer_1", payoutMax })).toBe(
      ["merchant   mer_1", "payoutMax  ₦5,000.50"].join("\n"),
    );
    expect(formatDocument({ payoutAccount: { reference: "pac_1" } })).toBe("reference  pac_1");
    const balances = ["NGN", "USD"].map((currency) => ({ currency, available: { value: 1_250, currency } }));
    expect(formatDocument({ test: balances, live: [] })).toBe(
      ["test", "currency  available", "NGN       ₦12.50", "USD       $12.50", "", "live", "(none)"].join(
        "\n",
      ),
    );
  });
});
