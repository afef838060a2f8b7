import type { Schemas, Service } from "../../node/index.ts";
import { follow, persist, type Notices } from "./follow.ts";
import { forward } from "./forward.ts";

export type Listening = Notices & {
  service: Service;
  /** A receiver on this machine; without it, events are only printed. */
  forwardTo?: URL | undefined;
  /** Only these types; all if there are none. */
  types: string[];
  print: (event: Schemas["Event"], outcome: string | undefined) => void;
};

/** Prints and forwards new events, oldest first, signed as deliveries are, until `signal` is aborted. */
export async function listen({ service, forwardTo, types, print, ...notices }: Listening): Promise<never> {
  const { signal } = notices;
  const options = { maxRetries: 0 };
  // Also refuses a type that does not exist.
  for (const type of types)
    await persist(
      () => service.events.list({ type: type as "webhook.test", limit: 1 }, options).page(),
      notices,
    );
  if (forwardTo !== undefined) await persist(checkSigning, notices);
  const list = (filter: object) => service.events.list(filter, options);
  for await (const event of follow<Schemas["Event"]>(list, ({ reference }) => reference, notices)) {
    if (types.length > 0 && !types.includes(event.type)) continue;
    if (forwardTo === undefined) print(event, undefined);
    else print(event, await forward(forwardTo, await persist(() => sign(event.reference), notices), signal));
  }
  throw signal.reason;

  async function sign(reference: string): Promise<Schemas["SignedEvent"]> {
    return service.events.sign(reference, options);
  }

  /** Signs the newest event, so that a missing secret or scope is told before the next one. */
  async function checkSigning(): Promise<void> {
    const { data } = await service.events.list({ limit: 1 }, options).page();
    if (data[0] !== undefined) await sign(data[0].reference);
  }
}
