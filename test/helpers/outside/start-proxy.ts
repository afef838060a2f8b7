import { setTimeout as sleep } from "node:timers/promises";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

type Mode = "pass" | "swallow" | "refuse";
type Direction = "request" | "reply";

export type Proxy = AsyncDisposable & {
  /** A URL of the server that leads through the proxy. */
  url: string;
  /** pass: forwards; swallow: a network that never responds; refuse: resets every connection. */
  mode(mode: Mode): void;
  /** Holds everything back for this long from now on, in each direction; 0: no longer. */
  delay(ms: number): void;
  /** Resets all connections there are. */
  cutAll(): void;
  /** Resets the connection over which one of the clients sends these bytes, at that moment, the next `times` times. */
  cutAt(text: string, times?: number): void;
  /** How often cutAt cut. */
  cuts(): number;
  /**
   * From the next message on that carries `text`, its connection loses what goes in one direction: the message itself
   * (`request`), or the server's response to it (`reply`). Resolves when that has happened.
   */
  loseAt(text: string, what: Direction): Promise<void>;
  /**
   * true: connections that LISTEN lose everything that the server sends over them, and all others go on. false: those
   * that lost something are reset, and new ones lose nothing.
   */
  loseNotifications(isLost: boolean): void;
};

/**
 * Puts a network that fails on demand between a process and a server such as PostgreSQL or Redis. `watch` is called for
 * each connection, and what it returns for each piece of data that the client sends over it.
 */
export async function startProxy(
  serverUrl: string,
  watch: () => (data: Buffer) => void = () => () => {},
): Promise<Proxy> {
  const target = new URL(serverUrl);
  const host = target.hostname.replace(/^\[|\]$/g, "");
  const port = Number(target.port || 5432);
  const sockets = new Set<Socket>();
  let mode: Mode = "pass";
  let delayMs = 0;
  let trigger: { text: string; left: number } | undefined;
  let cuts = 0;
  let armed: { text: string; what: Direction; lost: () => void } | undefined;
  let isDeaf = false;
  const deafened = new Set<Socket>();

  const server = createServer((client) => {
    if (mode === "refuse") return void client.resetAndDestroy();
    const upstream = connect(port, host);
    const see = watch();
    let losing: { what: Direction; lost: () => void } | undefined;
    let listens = false;
    const pass = { request: inOrder(upstream), reply: inOrder(client) };
    const forward = (data: Buffer, direction: Direction) => {
      if (losing?.what === direction) losing.lost();
      else if (isDeaf && listens && direction === "reply") deafened.add(client);
      else if (mode !== "swallow") pass[direction](data, delayMs);
    };

    client.on("data", (data) => {
      see(data);
      listens ||= data.includes("listen ");
      if (armed !== undefined && data.includes(armed.text)) {
        losing = armed;
        armed = undefined;
      }
      if (mode === "pass" && trigger !== undefined && trigger.left > 0 && data.includes(trigger.text)) {
        trigger.left -= 1;
        cuts += 1;
        client.resetAndDestroy();
        upstream.resetAndDestroy();
      } else forward(data, "request");
    });
    upstream.on("data", (data) => forward(data, "reply"));
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        deafened.delete(client);
        client.destroy();
        upstream.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));

  const url = new URL(serverUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  const cutAll = () => sockets.forEach((socket) => socket.resetAndDestroy());
  return {
    url: url.href,
    mode: (next) => {
      mode = next;
      if (next === "refuse") cutAll();
    },
    delay: (ms) => (delayMs = ms),
    cutAll,
    cutAt: (text, times = 1) => (trigger = { text, left: times }),
    cuts: () => cuts,
    loseAt: (text, what) => new Promise((lost) => (armed = { text, what, lost })),
    loseNotifications: (isLost) => {
      isDeaf = isLost;
      if (!isLost) deafened.forEach((client) => client.resetAndDestroy());
    },
    [Symbol.asyncDispose]: async () => {
      cutAll();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Writes to a socket, each piece after its delay and none before an earlier one. */
function inOrder(socket: Socket): (data: Buffer, delayMs: number) => void {
  let held = 0;
  let last = Promise.resolve();
  return (data, delayMs) => {
    if (delayMs === 0 && held === 0) return void socket.write(data);
    held += 1;
    const due = Date.now() + delayMs;
    last = writeAfter(last);

    async function writeAfter(before: Promise<void>): Promise<void> {
      await before;
      await sleep(Math.max(0, due - Date.now()));
      held -= 1;
      if (!socket.destroyed) socket.write(data);
    }
  };
}
