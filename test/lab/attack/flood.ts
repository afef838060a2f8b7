import { Agent, request } from "undici";
import type { Statuses } from "./attack.ts";

type FloodRequest = {
  path: string;
  method?: "GET" | "POST" | "PUT";
  key?: string;
  /** The address that the trusted proxy in front of the service saw. */
  address?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
};

type Flood = {
  url: string;
  signal: AbortSignal;
  /** How many requests are in flight at once. */
  clients: number;
  /** The requests end after this many. */
  count?: number;
  make: (number: number) => FloodRequest;
};

/** Sends requests as fast as they get a response, from `clients` clients, until the signal aborts. */
export async function flood({ url, signal, clients, count = Infinity, make }: Flood): Promise<Statuses> {
  const dispatcher = new Agent({ connections: clients });
  const statuses: Statuses = {};
  let sent = 0;
  const client = async () => {
    while (!signal.aborted && sent < count) {
      const { path, method = "GET", key, address, headers = {}, body } = make(sent++);
      const status = await request(`${url}${path}`, {
        ...{ dispatcher, method, signal, headersTimeout: 30_000, bodyTimeout: 30_000 },
        headers: {
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...(address === undefined ? {} : { "x-forwarded-for": address }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      }).then(
        async (response) => {
          await response.body.dump({ limit: 64 * 1024 * 1024 });
          return response.statusCode;
        },
        () => 0,
      );
      if (status !== 0 || !signal.aborted) statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await dispatcher.destroy();
  return statuses;
}

/** An IPv4 address, a different one for each number up to 65,535. */
export function addressOf(number: number): string {
  return `203.0.${Math.floor(number / 256) % 256}.${number % 256}`;
}
