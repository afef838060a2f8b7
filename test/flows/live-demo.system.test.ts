import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFailed, onTestFinished, test } from "vitest";
import { findFreePort } from "../../scripts/postgres/find-free-port.ts";
import { startPlatform, failToStart } from "../helpers/platform/start-platform.ts";
import { findFreePorts } from "../lab/providers/find-free-ports.ts";
import { childrenOf, untilGone, watchProcesses } from "./processes.ts";

const PATIENCE_MS = 400_000;

/** A folder for DATA_DIR, and free ports. */
async function prepare() {
  const dataDir = await mkdtemp(join(tmpdir(), "payments-platform-live-demo-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const [port, providersPort] = [await findFreePort(), await findFreePorts(3)];
  const env = { PROVIDERS_PORT: `${providersPort}`, REDIS_URL: "" };
  return { providersPort, options: { dataDir, port, flags: ["--live-demo"], env } };
}

/** What is printed to be pasted: all from the first command to the end of the second block. */
function commandsIn(output: string): string {
  const [, first, second] = /\n(KEY=[^]*?)\n\nThen, [^\n]*\n\n([^]*?)\n\nMore /.exec(output)!;
  return `${first}\n${second}`;
}

/** The addresses that these ports of this machine are listened on at (Linux only). */
async function listeningAt(ports: number[]): Promise<string[]> {
  const tables = await Promise.all(["tcp", "tcp6"].map((name) => readFile(`/proc/net/${name}`, "utf8")));
  const rows = tables.flatMap((table) => table.split("\n").map((line) => line.trim().split(/\s+/)));
  return rows.flatMap(([, local = "", , state]) => {
    const [address, port] = local.split(":");
    return state === "0A" && ports.includes(Number.parseInt(port!, 16)) ? [address!] : [];
  });
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into responses freely
async function get(url: string, key = ""): Promise<{ status: number; body: any }> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, body: await response.json() };
}

test.skipIf(process.platform !== "linux")(
  "npm start -- --live-demo prints commands that take live money in and out, also where the provider misbehaves; " +
    "Ctrl-C leaves nothing over, and the next start is empty",
  { timeout: PATIENCE_MS },
  async () => {
    const { providersPort, options } = await prepare();
    const watch = watchProcesses();
    const started = await startPlatform(options);
    onTestFailed(() => console.log(started.output()));
    const children = await childrenOf(started.pid);
    watch([{ pid: started.pid, command: "" }, ...children]);
    expect(children).toHaveLength(4);
    const ports = [options.port, providersPort, providersPort + 1, providersPort + 2];
    expect(await listeningAt(ports)).toEqual(ports.map(() => "0100007F"));

    const { stdout } = await promisify(execFile)("bash", ["-c", commandsIn(started.output())]);
    onTestFailed(() => console.log(stdout));
    expect(stdout.match(/^Available: .*$/gm)).toEqual(["Available: 500000 kobo", "Available: 298925 kobo"]);
    expect(stdout.match(/^Payout: \w+ (.*)$/gm)).toHaveLength(2);
    expect(stdout.match(/succeeded$/gm)).toHaveLength(2);
    expect(stdout).toContain('"misbehaviour": "time out after acting"');
    const control = `http://127.0.0.1:${providersPort}`;
    const { paystack, monnify } = (await get(`${control}/`)).body;
    expect(paystack).toMatchObject({
      misbehaviour: null,
      paidIn: [{ amountKobo: 500_000, status: "success" }],
      transfers: [
        { amountKobo: 100_000, status: "succeeded", timesSent: 1 },
        { amountKobo: 200_000, status: "succeeded", timesSent: 1 },
      ],
      notices: [{ response: 200 }, { response: 200 }, { event: "charge.success", response: 200 }],
    });
    expect(monnify).toMatchObject({ paidIn: [], transfers: [] });
    const [, key] = /Live key +(sk_live_\w+)/.exec(started.output())!;
    const url = `http://127.0.0.1:${options.port}/v1`;
    const { body } = await get(`${url}/balances`, key);
    expect(body.data).toMatchObject([{ available: { value: 197_850 }, reserved: { value: 0 } }]);

    // The providers forget everything when they are killed, and give no number of an account twice.
    process.kill(children.find(({ command }) => command.includes("providers/main.ts"))!.pid, "SIGKILL");
    await expect
      .poll(async () => (await get(`${control}/`).catch(() => undefined))?.body.paystack.transfers)
      .toEqual([]);
    const now = await childrenOf(started.pid);
    watch(now);
    const opened = await fetch(`${url}/virtual-accounts`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ customerEmail: "ada@example.com", amount: { value: 5_000, currency: "NGN" } }),
    });
    expect(opened.status).toBe(201);
    const { data } = (await opened.json()) as { data: { accountNumber: string } };
    expect(paystack.accounts).not.toContain(data.accountNumber);

    expect(await started.end("SIGINT")).toBe(0);
    await untilGone([...children, ...now]);
    expect(await listeningAt(ports)).toEqual([]);

    const again = await startPlatform(options);
    const others = await childrenOf(again.pid);
    watch([{ pid: again.pid, command: "" }, ...others]);
    const [, other] = /Live key +(sk_live_\w+)/.exec(again.output())!;
    expect((await get(`${url}/balances`, key)).status).toBe(401);
    expect((await get(`${url}/virtual-accounts`, other)).body.data).toEqual([]);
    expect(await again.end("SIGTERM")).toBe(0);
    await untilGone(others);
  },
);

test("npm start -- --live-demo refuses to start beside the settings of a real provider, and starts nothing", async () => {
  const { options, providersPort } = await prepare();
  const env = { ...options.env, PAYSTACK_SECRET_KEY: "sk_live_of_somebody", LIVE_GATEWAYS: "paystack" };
  const { code, output } = await failToStart({ ...options, env });
  expect(code).toBe(1);
  expect(output).toMatch(/LIVE_GATEWAYS, PAYSTACK_SECRET_KEY\. Unset them/);
  expect(output).not.toContain("sk_live_of_somebody");
  await expect(fetch(`http://127.0.0.1:${providersPort}/`)).rejects.toThrow();
});
