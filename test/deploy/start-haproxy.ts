import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, fetch, type RequestInit, type Response } from "undici";
import { findFreePort } from "../../scripts/postgres/find-free-port.ts";
import { createCertificate } from "./create-certificate.ts";
import { readDeploy } from "./deploy-files.ts";

export type Haproxy = AsyncDisposable & {
  /** Sends a request over HTTPS, each caller over kept connections. Rejects where no response comes. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** Everything it has written so far. */
  output(): string;
};

/**
 * Starts HAProxy as scripts/deploy/haproxy.cfg says, on free ports, before two ingress processes, and waits until it
 * responds to /healthz with `status`.
 */
export async function startHaproxy(ingressPorts: readonly [number, number], status = 200): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), "payments-haproxy-"));
  const { certificate, pem } = await createCertificate(folder);
  const paths = { certificate: join(folder, "payments.pem"), configuration: join(folder, "haproxy.cfg") };
  await writeFile(paths.certificate, pem);
  const isRoot = process.getuid?.() === 0;
  // Only root can become somebody else.
  const text = readDeploy("haproxy.cfg");
  await writeFile(paths.configuration, isRoot ? text : text.replaceAll(/^ +(user|group) haproxy\n/gm, ""));

  const port = await findFreePort();
  const child = spawn("haproxy", ["-db", "-f", paths.configuration], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HTTP_PORT: `${await findFreePort()}`,
      HTTPS_PORT: `${port}`,
      CERTIFICATE: paths.certificate,
      INGRESS_1: `127.0.0.1:${ingressPorts[0]}`,
      INGRESS_2: `127.0.0.1:${ingressPorts[1]}`,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += String(data)));
  const ended = once(child, "exit");
  const agent = new Agent({ connect: { ca: certificate } });
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`https://localhost:${port}${path}`, { ...init, dispatcher: agent });

  const responds = () => send("/healthz").then(statusOf, () => undefined);
  while ((await responds()) !== status) {
    if (child.exitCode !== null) throw new Error(`HAProxy ended:\n${output}`);
    await sleep(100);
  }
  return {
    send,
    output: () => output,
    [Symbol.asyncDispose]: async () => {
      await agent.destroy();
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

async function statusOf(response: Response): Promise<number> {
  await response.body?.cancel();
  return response.status;
}
