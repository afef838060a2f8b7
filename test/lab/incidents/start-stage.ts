import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";
import { createDatabase } from "../../../sql/process/database.ts";
import { createCertificate } from "../../deploy/create-certificate.ts";
import { startPaystack } from "../../gateways/paystack/start-paystack.ts";
import { runSql } from "../../helpers/database/run-sql.ts";
import { eventually } from "../../helpers/eventually.ts";
import { startProxy } from "../../helpers/outside/start-proxy.ts";
import { destination } from "../../helpers/records.ts";
import { tryToSend } from "../client/send.ts";
import { startPlatform } from "../faults/platform/start-platform.ts";
import { ENOUGH } from "../misbehaviours/misbehaviour.ts";
import { createRandom } from "../random.ts";
import type { Stage } from "./incident.ts";

/** Live payouts, each of which is told to an endpoint; and the load balancer's question. */
const PAYOUT_EVERY_MS = 400;
const READY_EVERY_MS = 1_000;
/** For a payout's response, and for its result: it waits for those before it. */
const PATIENCE_MS = 120_000;
/** What one merchant may send: twice as much as this load. */
const LIMITS = { RATE_LIMIT_PER_MINUTE: "300", RATE_LIMIT_FAILED_AUTH_PER_MINUTE: "300" };

/** Starts a platform with an archive, two gateways, a certificate and merchants who pay out until it is disposed of. */
export async function startStage(hurry: number): Promise<Stage & AsyncDisposable> {
  await using started = new AsyncDisposableStack();
  const paystack = started.use(await startPaystack());
  paystack.balance = ENOUGH;
  const proxy = started.use(await startProxy(paystack.url));
  const shown = await startPublicServer();
  started.defer(shown.close);
  const env = { LIVE_GATEWAYS: "paystack,http" };
  const platform = started.use(
    await startPlatform(
      {
        ingresses: 1,
        workers: 2,
        merchants: 2,
        cluster: false,
        env: {
          ingress: { ...env, ...LIMITS },
          worker: { ...paystack.env, ...env, PAYSTACK_URL: proxy.url, PUBLIC_URL: shown.url },
        },
      },
      createRandom(1),
    ),
  );
  await startArchive(platform);
  await runSql(platform.ownerUrl, "select note_backup()");
  const database = await createDatabase({
    url: platform.ownerUrl,
    maxPoolSize: 2,
    applicationName: "incidents",
  });
  started.defer(() => database.end());

  const send = () =>
    tryToSend(`${platform.urls[0]}/v1/payouts`, {
      key: platform.merchants[0]!.liveKey,
      idempotencyKey: randomUUID(),
      body: { amount: { value: 10_000, currency: "NGN" }, destination },
    });
  const timers = [
    setInterval(() => void send(), PAYOUT_EVERY_MS),
    setInterval(() => void tryToSend(`${platform.urls[0]}/readyz`, {}), READY_EVERY_MS),
  ];
  started.defer(() => timers.forEach(clearInterval));
  const payOut = async () => {
    const { status, text } = await eventually(async () => {
      const reply = await send();
      if (reply?.status !== 201) throw new Error(`a payout got ${reply?.status} ${reply?.text}`);
      return reply;
    }, PATIENCE_MS);
    const { reference } = (JSON.parse(text) as { data: { reference: string } }).data;
    await eventually(async () => {
      const [row] = await runSql<{ status: string }>(
        platform.ownerUrl,
        "select status from payouts where reference = $1",
        [reference],
      );
      if (row?.status !== "succeeded") throw new Error(`${status}, but ${reference} is ${row?.status}`);
    }, PATIENCE_MS);
  };
  await payOut();
  const keep = started.move();
  return {
    platform,
    database,
    payOut,
    async recover() {
      // A worker remembers for five minutes how well each gateway did.
      for (const worker of platform.workers) worker.signal("SIGKILL");
      await payOut();
      const { transfer } = paystack.calls;
      await eventually(() => {
        if (paystack.calls.transfer === transfer)
          throw new Error("no payout goes through the preferred gateway");
      }, PATIENCE_MS);
    },
    paystack: { provider: paystack, proxy },
    showCertificate: shown.show,
    holdMs: 40_000 + 120_000 / hurry,
    [Symbol.asyncDispose]: () => keep.disposeAsync(),
  };
}

/** An archive that takes everything, and keeps nothing. */
async function startArchive({ ownerUrl, postgres }: Stage["platform"]): Promise<void> {
  for (const setting of ["archive_mode = on", "archive_command = 'true'", "archive_timeout = 10"])
    await runSql(ownerUrl, `alter system set ${setting}`);
  await postgres.crash(0);
}

/** What is at PUBLIC_URL: it shows its certificate, and is no service. */
async function startPublicServer() {
  const create = async (days: number) => {
    const folder = await mkdtemp(join(tmpdir(), "payments-platform-certificate-"));
    const { pem } = await createCertificate(folder, days);
    await rm(folder, { recursive: true });
    return { cert: pem, key: pem };
  };
  const server = createServer(await create(90)).on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    show: async (days: number) => server.setSecureContext(await create(days)),
    close: () => void server.close(),
  };
}
