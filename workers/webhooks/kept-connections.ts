import { Client, type buildConnector } from "undici";

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

/** One connection to a receiver. Once it has ended, its client is destroyed, and requests on it fail. */
export type ReceiverConnection = { client: Client; startedAt: number };

/** Whether a request failed because its connection ended: a receiver may close an idle one at any time. */
export function hasClosed(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  // With other messages it is an invalid response.
  if (error.code === "UND_ERR_SOCKET") return ["other side closed", "closed"].includes(error.message);
  return ["ECONNRESET", "EPIPE", "UND_ERR_DESTROYED"].includes(String(error.code));
}

/** Returns a connection to an origin that `connector` makes when the first request is sent. */
export function openConnection(origin: string, connect: buildConnector.connector): ReceiverConnection {
  const client = new Client(origin, {
    connect,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    // Each attempt has one deadline for everything.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  // undici would connect again by itself, to addresses that were checked a while ago.
  client.once("disconnect", () => void client.destroy());
  return { client, startedAt: performance.now() };
}

/**
 * The idle connections of a process to receivers, so that the events of a busy endpoint don't each need a connection
 * and a TLS handshake. `key` is its merchant and destination: it is reused only for that.
 */
export class KeptConnections {
  #idle: { key: string; connection: ReceiverConnection }[] = [];

  /** An idle connection kept under `key`, if there is one, for the caller alone. */
  take(key: string): ReceiverConnection | undefined {
    // One that is too old is idle from now on, and ends by itself.
    const oldest = performance.now() - OLDEST_MS;
    this.#idle = this.#idle.filter(
      ({ connection: { client, startedAt: at } }) => !client.destroyed && at > oldest,
    );
    const at = this.#idle.findLastIndex((kept) => kept.key === key);
    return at === -1 ? undefined : this.#idle.splice(at, 1)[0]!.connection;
  }

  /** Keeps a connection after a whole response until it has been idle for too long; or closes it. */
  keep(key: string, connection: ReceiverConnection): void {
    const { client } = connection;
    const ofKey = this.#idle.filter((kept) => kept.key === key && !kept.connection.client.destroyed);
    if (ofKey.length >= MOST_FOR_ONE || this.#idle.length >= MOST) void client.destroy();
    else if (!client.destroyed) this.#idle.push({ key, connection });
  }
}
