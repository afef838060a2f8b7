import { Client } from "undici";
import type { buildConnector } from "undici";

/**
 * Receivers mostly keep an idle connection for five seconds or more. The shorter our time, the less often a receiver,
 * or a proxy before it, has silently dropped it: a request on such a connection waits until it times out.
 */
const IDLE_MS = 2_000;
/** A host's addresses are looked up, and checked, at least this often. */
const OLDEST_MS = 30_000;
/** As many as a job sends to an endpoint at once. */
const MOST_FOR_ONE = 4;
/** Per process. Each takes a socket, and about 40 KB with TLS. */
const MOST = 500;

/** One connection to a receiver. Once it has ended, requests on it fail: it is not reopened. */
export type ReceiverConnection = {
  client: Client;
  /** Whether a request was sent on it before. */
  isUsed: boolean;
  startedAt: number;
  hasEnded: boolean;
  /** Called when it ends while it is kept. */
  onEnd?: (() => void) | undefined;
};

class ConnectionEnded extends Error {
  override name = "ConnectionEnded";
}

/** undici's errors for a connection that ended, as opposed to an invalid response. */
const closings = ["other side closed", "closed"];

/** Whether a request failed because its connection ended: a receiver may close an idle one at any time. */
export function hasClosed(error: unknown): boolean {
  if (error instanceof ConnectionEnded) return true;
  if (!(error instanceof Error) || !("code" in error)) return false;
  if (error.code === "UND_ERR_SOCKET") return closings.includes(error.message);
  return error.code === "ECONNRESET" || error.code === "EPIPE";
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
  const connection: ReceiverConnection = {
    client,
    isUsed: false,
    startedAt: performance.now(),
    hasEnded: false,
  };
  client.once("disconnect", () => {
    connection.hasEnded = true;
    connection.onEnd?.();
  });
  return connection;
}

/**
 * The idle connections of a process to receivers, so that the events of a busy endpoint don't each need a connection
 * and a TLS handshake. One that ends while it is idle is dropped. `key` is its merchant and destination: it is reused
 * only for that.
 */
export class KeptConnections {
  readonly #idle = new Map<string, ReceiverConnection[]>();
  #count = 0;

  /** An idle connection kept under `key`, if there is one, for the caller alone. */
  take(key: string): ReceiverConnection | undefined {
    for (;;) {
      const connection = this.#idle.get(key)?.at(-1);
      if (connection === undefined) return undefined;
      this.#remove(key, connection);
      if (performance.now() - connection.startedAt < OLDEST_MS) return connection;
      void connection.client.destroy();
    }
  }

  /** Keeps a connection after a whole response until it has been idle for too long; or closes it. */
  keep(key: string, connection: ReceiverConnection): void {
    const idle = this.#idle.get(key) ?? [];
    if (connection.hasEnded || idle.length >= MOST_FOR_ONE || this.#count >= MOST)
      return void connection.client.destroy();
    connection.isUsed = true;
    this.#idle.set(key, [...idle, connection]);
    this.#count += 1;
    connection.onEnd = () => {
      this.#remove(key, connection);
      void connection.client.destroy();
    };
  }

  #remove(key: string, connection: ReceiverConnection): void {
    connection.onEnd = undefined;
    const others = this.#idle.get(key)!.filter((one) => one !== connection);
    if (others.length === 0) this.#idle.delete(key);
    else this.#idle.set(key, others);
    this.#count -= 1;
  }
}
