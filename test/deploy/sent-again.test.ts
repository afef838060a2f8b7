import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { findFreePort } from "../../scripts/postgres/find-free-port.ts";
import { hasProgram } from "./has-program.ts";
import { startHaproxy, type Haproxy } from "./start-haproxy.ts";

const hasHaproxy = await hasProgram("haproxy", "What HAProxy sends again is not tested");

type Stub = AsyncDisposable & { port: number; seen: string[] };

/** A process that is ready, and ends the connection of every other request once it has it, without a response. */
async function startDyingProcess(): Promise<Stub> {
  const seen: string[] = [];
  const server: Server = createServer((request, response) => {
    if (request.url === "/readyz" || request.url === "/healthz") return void response.end("{}");
    request.resume().once("end", () => {
      seen.push(`${request.method} ${request.url}`);
      request.socket.destroy();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Unknown: 502, or no response, with nothing that says the request was not done. */
async function endOf({ send }: Haproxy, method: "GET" | "POST", path: string): Promise<unknown> {
  try {
    const response = await send(path, method === "POST" ? { method, body: "{}" } : {});
    const body = await response.json();
    expect(body).toMatchObject({ error: { code: "INTERNAL_ERROR" } });
    return response.status === 502 ? "unknown" : response.status;
  } catch (error) {
    const { code } = (error as Error).cause as NodeJS.ErrnoException;
    return code === "UND_ERR_SOCKET" ? "unknown" : code;
  }
}

describe.runIf(hasHaproxy)("HAProxy", () => {
  test("never sends a POST again that may have been done, and a GET that got no response", async () => {
    await using first = await startDyingProcess();
    await using second = await startDyingProcess();
    await using haproxy = await startHaproxy([first.port, second.port]);

    expect(await endOf(haproxy, "POST", "/v1/payouts")).toBe("unknown");
    expect([...first.seen, ...second.seen]).toEqual(["POST /v1/payouts"]);

    expect(await endOf(haproxy, "GET", "/v1/balances")).toBe("unknown");
    expect([...first.seen, ...second.seen].filter((line) => line === "GET /v1/balances")).toHaveLength(3);
  });

  test("gives what it could not connect to the other process, and keeps /readyz to itself", async () => {
    await using only = await startDyingProcess();
    const nobody = await findFreePort();
    await using haproxy = await startHaproxy([nobody, only.port]);
    for (let nth = 1; nth <= 3; nth += 1) {
      expect(await endOf(haproxy, "POST", "/v1/payouts")).toBe("unknown");
      expect(only.seen).toHaveLength(nth);
    }
    for (const path of ["/readyz", "/READYZ", "/readyz/", "/Ready%7A?once"])
      expect([path, (await haproxy.send(path)).status]).toEqual([path, 404]);
  });

  test("says 503 in the envelope of the ingress where no process is ready", async () => {
    const [one, other] = [await findFreePort(), await findFreePort()];
    await using haproxy = await startHaproxy([one, other], 503);
    const response = await haproxy.send("/v1/balances");
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await response.json()).toMatchObject({ error: { code: "SERVICE_UNAVAILABLE" } });
  });
});
