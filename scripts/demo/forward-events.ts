import { listen } from "../../sdk/cli/listen/listen.ts";
import type { Service } from "../../sdk/node/index.ts";

export type Forwarding = { stop: () => void };

/**
 * Does for a demo what `payments listen` does: forwards the events of the service's merchant, signed, to the receiver
 * on `port` of this machine. Resolves once it listens, and raises what ends it before.
 */
export async function forwardEvents(service: Service, port: number): Promise<Forwarding> {
  const stop = new AbortController();
  await new Promise<void>((onReady, reject) => {
    listen({
      service,
      forwardTo: new URL(`http://127.0.0.1:${port}/webhooks`),
      types: [],
      signal: stop.signal,
      tell: (notice) => console.error(notice),
      onReady,
      print: () => {},
    }).catch((error: unknown) => {
      if (!stop.signal.aborted) reject(error);
    });
  });
  return { stop: () => stop.abort() };
}
