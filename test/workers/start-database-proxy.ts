import { connect, createServer, type AddressInfo, type Socket } from "node:net";

type Mode = "pass" | "swallow" | "refuse";

export type DatabaseProxy = AsyncDisposable & {
  /** A database URL that leads through the proxy. */
  url: string;
  /** pass: forwards; swallow: a network that answers nothing; refuse: resets whoever connects. */
  mode(mode: Mode): void;
  /** Resets all connections there are. */
  cutAll(): void;
  /** Resets the connection over which one of the clients sends these bytes, at that moment, the next `times` times. */
  cutAt(text: string, times?: number): void;
  /** How often cutAt cut. */
  cuts(): number;
};

/** Puts a network that fails on demand between a process and PostgreSQL. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let mode: Mode = "pass";
  let trigger: { text: string; left: number } | undefined;
  let cuts = 0;

  const server = createServer((client) => {
    if (mode === "refuse") {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(Number(target.port || 5432), target.hostname.replace(/^\[|\]$/g, ""));
    const cut = () => {
      client.resetAndDestroy();
      upstream.resetAndDestroy();
    };
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.on("data", (chunk) => {
        if (mode === "swallow") return;
        if (socket === client && trigger !== undefined && trigger.left > 0 && chunk.includes(trigger.text)) {
          trigger.left -= 1;
          cuts += 1;
          cut();
          return;
        }
        other.write(chunk);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));

  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  const cutAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: url.href,
    mode: (next) => {
      mode = next;
      if (next === "refuse") cutAll();
    },
    cutAll,
    cutAt: (text, times = 1) => (trigger = { text, left: times }),
    cuts: () => cuts,
    [Symbol.asyncDispose]: async () => {
      cutAll();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
