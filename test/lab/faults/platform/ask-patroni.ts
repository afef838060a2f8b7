import { request } from "node:https";
import { text } from "node:stream/consumers";
import type { Cluster } from "../../../../scripts/cluster/start-cluster.ts";
import type { Place } from "../../../../scripts/cluster/place-nodes.ts";

type Options = {
  method?: string;
  body?: string;
  /** "user:password". Reads need none. */
  auth?: string;
  /** One second by default. */
  withinMs?: number;
};

/** Calls a node's Patroni over TLS. Undefined without a response in time. */
export function askPatroni(
  { patroni: { ca } }: Pick<Cluster, "patroni">,
  { address, ports }: Pick<Place, "address" | "ports">,
  path: string,
  { method = "GET", body, auth, withinMs = 1_000 }: Options = {},
): Promise<{ status: number; body: string } | undefined> {
  const signal = AbortSignal.timeout(withinMs);
  return new Promise((resolve) => {
    const options = { host: address, port: ports.patroni, path: `/${path}`, method, ca, signal };
    const sent = request({ ...options, ...(auth !== undefined && { auth }) }, (response) => {
      text(response).then(
        (got) => resolve({ status: response.statusCode ?? 0, body: got }),
        () => resolve(undefined),
      );
    });
    sent.once("error", () => resolve(undefined));
    sent.end(body);
  });
}
