import { Client } from "undici";
import type { buildConnector } from "undici";

/** Receivers mostly keep an idle connection for five seconds or more. One that says less in Keep-Alive is heeded. */
const IDLE_MS = 4_000;
/** A host's addresses are looked up, and checked, at least this often. */
const OLDEST_MS = 30_000;
/** As many as a job sends to an endpoint at once. */
const MOST_FOR_ONE = 4;
/** In a process. Each takes a socket, and about 40 KB with TLS. */
const MOST = 500;

/** One connection to a receiver. Once it has ended, requests on it fail: it is not made again. */
export type ReceiverConnection = {
  client: Client;
  /** Whether a request was sent on it before. */
  isUsed: boolean;
  startedAt: number;
  hasEnded: boolean;
};

class ConnectionEnded extends Error {
  override name = "ConnectionEnded";
}

/** Returns a connection to an origin that `connector` makes when the first request is sent. */
export function openConnection(origin: string, connector: buildConnector.connector): ReceiverConnection {
  let isMade = false;
  const client = new Client(origin, {
    connect: (target, callback) => {
      // undici would connect again by itself, to addresses that were checked a while ago.
      if (isMade) return callback(new ConnectionEnded(), null);
      isMade = true;
      connector(target, callback);
    },
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    // Each attempt has one deadline for everything.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const connection = { client, isUsed: false, startedAt: performance.now(), hasEnded: false };
  client.once("disconnect", () => (connection.hasEnded = true));
  return connection;
}

/**
 * The idle connections of a process to receivers, so that the events of a busy endpoint do not connect, and agree on
 * TLS, one by one. A connection is used again for the same endpoint alone: see `keyOf` where they are sent.
 */
export class KeptConnections {
  readonly #idle = new Map<string, ReceiverConnection[]>();
  #count = 0;

  /** An idle connection that was kept under `key`, if there is one; whoever takes it has it alone. */
  take(key: string): ReceiverConnection | undefined {
    for (;;) {
      const connection = this.#idle.get(key)?.at(-1);
      if (connection === undefined) return undefined;
      this.#remove(key, connection);
      if (!connection.hasEnded && performance.now() - connection.startedAt < OLDEST_MS) return connection;
      void connection.client.destroy();
    }
  }

  /** Keeps a connection on which a whole response came until it has been idle for too long; or closes it. */
  keep(key: string, connection: ReceiverConnection): void {
    const idle = this.#idle.get(key) ?? [];
    if (connection.hasEnded || idle.length >= MOST_FOR_ONE || this.#count >= MOST)
      return void connection.client.destroy();
    connection.isUsed = true;
    this.#idle.set(key, [...idle, connection]);
    this.#count += 1;
    connection.client.once("disconnect", () => {
      if (this.#remove(key, connection)) void connection.client.destroy();
    });
  }

  #remove(key: string, connection: ReceiverConnection): boolean {
    const idle = this.#idle.get(key) ?? [];
    const others = idle.filter((one) => one !== connection);
    if (others.length === idle.length) return false;
    if (others.length === 0) this.#idle.delete(key);
    else this.#idle.set(key, others);
    this.#count -= 1;
    return true;
  }
}
