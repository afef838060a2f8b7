import { execFile, spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished } from "vitest";
import { describeCommands } from "../../../scripts/build/describe-commands.ts";
import { flagOf } from "../../../sdk/cli/read-fields.ts";
import { addKey, createMember } from "../../helpers/create-member.ts";
import { eventually } from "../../helpers/eventually.ts";
import { createVirtualAccount, destination, resolveDestination } from "../../helpers/records.ts";
import { test } from "../../helpers/test.ts";
import { playWire } from "../play-wire.ts";
import { payments, program } from "./payments.ts";

type Access = { url: string; key: string };

/** Runs a command to its end. Whatever it does, it never shows the key. */
async function run(access: Access, ...words: string[]) {
  await using running = payments(access, ...words);
  const code = await running.ended;
  const [stdout, stderr] = [running.stdout(), running.stderr()];
  expect(stdout + stderr).not.toContain(access.key.slice(-12) || "sk_test_");
  return { code, stdout, stderr };
}

/** On Linux, the program of this name runs a command on a terminal of its own. */
const hasTerminals = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux");

const offline = { url: "http://127.0.0.1:9", key: "sk_test_0123456789abcdef" };

const payout = ["payouts", "create", "--amount", "2,500.50", "--destination.bank-code", destination.bankCode];
const to = [
  ...["--destination.account-number", destination.accountNumber],
  ...["--destination.account-name", destination.accountName],
];

describe("payments", () => {
  test("creates, gets and lists, as text and as the API's JSON", async ({
    fileIngress: { url },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase, { available: 500_000n });
    await resolveDestination(fileDatabase, tenant);
    const access = { url, key };
    const made = await run(access, ...payout, ...to, "--idempotency-key", "a", "--json");
    expect([made.code, made.stderr]).toEqual([0, ""]);
    const created = JSON.parse(made.stdout);
    expect(created).toMatchObject({ amount: { value: 250_050, currency: "NGN" }, destination });
    // The same key pays nothing more.
    const again = await run(access, ...payout, ...to, "--idempotency-key", "a", "--json");
    expect(JSON.parse(again.stdout).reference).toBe(created.reference);

    const got = await run(access, "payouts", "get", created.reference);
    expect(got.stdout).toMatch(/^reference +pyt_\w{26}$/m);
    expect(got.stdout).toMatch(/^amount +₦2,500\.50$/m);
    expect(got.stdout).toMatch(/^destination\.accountName +ADAEZE OKAFOR$/m);
    const listed = await run(access, "payouts", "list", "--status", "pending,processing,succeeded");
    expect(listed.stdout).toMatch(/^reference +status +amount +createdAt/);
    expect(listed.stdout).toContain(created.reference);
    expect((await run(access, "payouts", "list", "--status", "failed")).stdout).toBe("Nothing found.\n");
    const balances = await run(access, "balances", "get", "--json");
    expect(JSON.parse(balances.stdout)[0].available).toEqual({ value: 249_950, currency: "NGN" });
  });

  test("pages a list with --all, up to --max, and says where there is more", async ({
    fileIngress: { url },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase);
    for (let made = 0; made < 5; made += 1) await createVirtualAccount(fileDatabase, tenant, 10_000n);
    const list = (...words: string[]) =>
      run({ url, key }, "virtual-accounts", "list", "--limit", "2", ...words);
    const references = async (...words: string[]) => {
      const { data } = JSON.parse((await list(...words, "--json")).stdout) as {
        data: { reference: string }[];
      };
      return data.map(({ reference }) => reference);
    };
    const all = await references("--all", "--max", "100");
    expect(new Set(all).size).toBe(5);
    expect(await references("--all", "--max", "3")).toEqual(all.slice(0, 3));
    const page = JSON.parse((await list("--json")).stdout);
    expect(page).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
    expect(await references("--cursor", page.nextCursor)).toEqual(all.slice(2, 4));
    expect((await list()).stderr).toContain("There are more");
    expect(await list("--all")).toMatchObject({ code: 2, stderr: expect.stringContaining("--max") });
    // One page, whose endpoint takes no limit.
    const banks = await run({ url, key }, "banks", "list", "--all", "--max", "1000", "--json");
    expect(JSON.parse(banks.stdout).data.length).toBeGreaterThan(100);
  });

  test("says why the API refused, with its code, and ends with 1", async ({
    fileIngress: { url },
    fileDatabase,
  }) => {
    const { tenant, key } = await createMember(fileDatabase);
    await resolveDestination(fileDatabase, tenant);
    const access = { url, key };
    const refused = await run(access, ...payout, ...to, "--idempotency-key", "a");
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^INSUFFICIENT_BALANCE: .*\n {2}needed: ₦2,500\.50\n/);
    const json = await run(access, ...payout, "--idempotency-key", "a", "--json");
    expect(JSON.parse(json.stderr)).toMatchObject({
      error: { code: "VALIDATION_ERROR", details: { "destination.accountName": expect.any(String) } },
    });
    expect(await run({ url, key: "sk_test_unknown_to_all" }, "balances", "get")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^AUTH_INVALID: /),
    });
  });

  test("ends with 3 where nothing responds", async () => {
    const { code, stderr } = await run(offline, "webhook-endpoint", "set", "--url", "https://example.com");
    expect([code, stderr]).toEqual([3, expect.stringMatching(/^CONNECTION_FAILED: .*127\.0\.0\.1:9/)]);
  });

  test("ends with 3 for an error of something between, whatever its details are", async () => {
    const error = { code: "Unavailable", message: "Try later.", details: [{ reason: "BUSY" }] };
    const response = { status: 503, body: { error } };
    await using server = await playWire([response, response, response]);
    const { code, stderr } = await run({ ...offline, url: server.baseUrl }, "balances", "get");
    expect([code, stderr]).toEqual([3, "Unavailable: Try later.\n  0.reason: BUSY\n"]);
  });

  test("ends with 3 where what was sent may have been done, whatever the response was", async () => {
    for (const response of [{ status: 201, body: { data: null } }, { status: 302 }]) {
      await using server = await playWire([response]);
      const create = ["payment-links", "create", "--title", "Cake", "--idempotency-key", "a"];
      const { code } = await run({ ...offline, url: server.baseUrl }, ...create);
      expect([response.status, server.arrived.length, code]).toEqual([response.status, 1, 3]);
    }
  });

  test("ends with 2 for what it does not understand, and sends nothing", async () => {
    const wrong: [words: string[], told: string][] = [
      [[...payout, ...to], "Give --idempotency-key"],
      [["payouts", "create", "--idempotency-key", "a"], "Give --amount"],
      [
        ["payment-links", "create", "--title", "Cake", "--idempotency-key", ""],
        "paymentLinks.create needs an idempotencyKey",
      ],
      [["payouts", "create", "--amount", "1.005", "--idempotency-key", "a"], "--amount must be naira"],
      [["payment-links", "create", "--metadata", "{"], "--metadata must be JSON"],
      [["sandbox", "clock", "advance", "--minutes", "soon"], "--minutes must be a number"],
      [["payouts", "get", ".."], "Give a reference"],
      [["payouts", "crate"], "unknown command 'crate' (Did you mean create?)"],
      [["payouts", "list", "--max", "5"], "--max is for --all"],
      [["payouts", "quote", "--body", "/nowhere.json"], "--body: /nowhere.json cannot be read"],
    ];
    for (const [words, told] of wrong) {
      const { code, stdout, stderr } = await run(offline, ...words);
      expect([words, code, stdout]).toEqual([words, 2, ""]);
      expect(stderr).toContain(told);
    }
    const folder = await mkdtemp(join(tmpdir(), "payments-body-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "body.json");
    await writeFile(file, '{"destination": "0123456789"}');
    expect(await run(offline, ...payout, ...to, "--idempotency-key", "a", "--body", file)).toMatchObject({
      code: 2,
      stderr:
        "USAGE: destination of --body must be an object, since --destination.bank-code sets a part of it.\n",
    });
    const nowhere = { ...offline, url: "https:pay.example.com" };
    expect(await run(nowhere, "balances", "get")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("PAYMENTS_URL must be"),
    });
  });

  test("takes the key from the environment or a file of the user's alone, never from an argument", async ({
    fileIngress: { url },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    const folder = await mkdtemp(join(tmpdir(), "payments-key-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "key.json");
    await writeFile(file, JSON.stringify({ secretKey: key, baseUrl: url }));
    const withFile = ["balances", "get", "--key-file", file];
    await chmod(file, 0o640);
    const open = await run(offline, ...withFile);
    expect(open).toMatchObject({ code: 2, stderr: expect.stringContaining(`run chmod 600 ${file}`) });
    await chmod(file, 0o600);
    expect(await run(offline, ...withFile)).toMatchObject({ code: 0 });
    // A file that is no JSON is not quoted.
    await writeFile(file, `{"secretKey": "${key}"`);
    const broken = await run({ url, key }, ...withFile);
    expect(broken).toMatchObject({ code: 2, stderr: expect.stringContaining("holds no JSON object") });

    const none = await run({ url, key: "" }, "balances", "get");
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("set PAYMENTS_KEY") });
    for (const argument of [key, `--key=${key}`, `x${key}`]) {
      const refused = await run({ url, key }, "balances", "get", argument);
      expect(refused).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("Arguments hold no secrets"),
      });
    }
  });

  test("writes in live mode only where that is said", async ({ fileIngress: { url }, fileDatabase }) => {
    const { tenant } = await createMember(fileDatabase);
    const { key } = await addKey(fileDatabase, { ...tenant, environment: "live" });
    const create = ["payment-links", "create", "--title", "Cake", "--amount", "1,000"];
    expect(await run({ url, key }, ...create)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--live"),
    });
    expect(await run({ url, key }, "payment-links", "list")).toMatchObject({ stdout: "Nothing found.\n" });
    expect((await run({ url, key }, ...create, "--live")).code).toBe(0);
  });

  test("says what is wrong with a file of payouts, and leaves no batch behind", async ({
    fileIngress: { url },
    fileDatabase,
    fileWorkers: _workers,
  }) => {
    const { key } = await createMember(fileDatabase);
    const folder = await mkdtemp(join(tmpdir(), "payments-batch-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "salaries.csv");
    await writeFile(file, "amount,bank,account_number\n1000,058,0123456789\nabc,058,0123456788\n");
    const validated = await run({ url, key }, "batch", "validate", file);
    expect(validated).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Checking bat_\w+\.\n$/) });
    expect(validated.stdout).toMatch(
      /^3 +amount +must be naira.*\n\n1 of 2 payouts are valid: ₦1,000\.00 with fees/m,
    );
    const left = await run({ url, key }, "payout-batches", "list", "--json");
    const { data } = JSON.parse(left.stdout);
    expect(data).toMatchObject([{ status: "canceled", name: "salaries.csv" }]);
    const results = await run({ url, key }, "payout-batches", "get-results", data[0].reference);
    expect(results).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^amount,.*\s+1000\.00,058,0123456789,/),
    });
  });

  test("leaves no batch behind when it is stopped, unless that is to be kept", async ({
    ingress: { url },
    database,
  }) => {
    const { key } = await createMember(database);
    const folder = await mkdtemp(join(tmpdir(), "payments-batch-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "salaries.csv");
    await writeFile(file, "amount,bank,account_number\n1000,058,0123456789\n");
    // No worker runs, so the names are not known yet.
    for (const flags of [["--keep"], []]) {
      await using validating = payments({ url, key }, "batch", "validate", file, ...flags);
      await eventually(() => expect(validating.stderr()).toMatch(/^Checking bat_/));
      validating.signal("SIGINT");
      expect(await validating.ended).toBe(130);
    }
    const left = await run({ url, key }, "payout-batches", "list", "--json");
    expect(JSON.parse(left.stdout)).toMatchObject({
      data: [{ status: "canceled" }, { status: "validating" }],
    });
  });

  test.skipIf(!hasTerminals)(
    "prints a file to a terminal without what would steer it, and whole elsewhere",
    async () => {
      const text = 'amount,narration\r\n1000,"\u001b]0;paid\u0007\u009b2J"\r\n';
      const response = { status: 200, headers: { "content-type": "text/csv; charset=utf-8" }, text };
      await using server = await playWire([response, response]);
      const words = ["payout-batches", "get-results", "bat_1"];
      expect((await run({ ...offline, url: server.baseUrl }, ...words)).stdout).toBe(text);
      const typed = [process.execPath, program, ...words].map((word) => `'${word}'`).join(" ");
      const { stdout } = await promisify(execFile)("script", ["-qec", typed, "/dev/null"], {
        env: { PATH: process.env.PATH, PAYMENTS_URL: server.baseUrl, PAYMENTS_KEY: offline.key },
      });
      expect(stdout).toContain('1000," ]0;paid 2J"');
    },
  );

  test("follows requests as they arrive, but not those that follow", async ({
    fileIngress: { url, call },
    fileDatabase,
  }) => {
    const { key } = await createMember(fileDatabase);
    await using listening = payments({ url, key }, "listen");
    await using tail = payments({ url, key }, "requests", "tail");
    await using refusals = payments({ url, key }, "requests", "tail", "--status-class", "4xx", "--json");
    for (const { stderr } of [listening, tail, refusals])
      await eventually(() => expect(stderr()).toContain("Ctrl-C stops"));
    await call("GET", "/v1/balances", { key });
    await call("GET", "/v1/payouts?status=lost", { key });
    await eventually(() => expect(refusals.stdout()).toContain("VALIDATION_ERROR"));
    await eventually(() => expect(tail.stdout()).toContain("VALIDATION_ERROR"));
    expect(tail.stdout()).toMatch(
      /^\S+ {2}200 {2}GET {4}\/v1\/balances .*\n.*422 {2}GET {4}\/v1\/payouts {2}VALIDATION_ERROR .*\n$/,
    );
    expect(JSON.parse(refusals.stdout())).toMatchObject({ path: "/v1/payouts", status: 422 });
    tail.signal("SIGINT");
    expect(await tail.ended).toBe(130);
  });

  test("ends quietly when nobody reads its output", async ({ fileIngress: { url }, fileDatabase }) => {
    const { key } = await createMember(fileDatabase);
    const script = `{ "$0" "$1" banks list --json; echo $? >&2; } | true`;
    const { stdout, stderr } = await promisify(execFile)("sh", ["-c", script, process.execPath, program], {
      env: { PATH: process.env.PATH, PAYMENTS_URL: url, PAYMENTS_KEY: key },
    });
    expect([stdout, stderr]).toEqual(["", "0\n"]);
  });

  test("explains every command with an example, and names no field like one of its own flags", async () => {
    const own = ["--body", "--all", "--max", "--live", "--json", "--key-file", "--idempotency-key", "--help"];
    for (const [name, { fields, examples }] of Object.entries(await describeCommands())) {
      expect([name, examples.length > 0]).toEqual([name, true]);
      expect([name, fields.map((field) => flagOf(field.name)).filter((flag) => own.includes(flag))]).toEqual([
        name,
        [],
      ]);
    }
    const { stdout } = await run(offline, "payouts", "create", "--help");
    expect(stdout).toContain("Usage: payments payouts create [options]");
    expect(stdout).toMatch(/\$ payments payouts create --amount 2000\.00 .*--idempotency-key order-1042\n/);
    expect((await run(offline, "--help")).stdout).toMatch(/Exit codes:\n {2}0 {2}done\n/);
  });
});
