import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export type LossyNetwork = AsyncDisposable & {
  /** A database URL that leads through it. */
  url: string;
  /**
   * From the next message on that carries `text`, its connection loses what goes in one direction: the message itself
   * (`request`), or what the database answers to it (`reply`). Resolves when that has happened.
   */
  loseAt(text: string, what: "request" | "reply"): Promise<void>;
  cutAll(): void;
};

/** A network to PostgreSQL that loses a message at a point of the test's choice. */
export async function startLossyNetwork(databaseUrl: string): Promise<LossyNetwork> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let armed: { text: string; what: "request" | "reply"; lost: () => void } | undefined;

  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    let losing: "request" | "reply" | undefined;
    let onLost = () => {};
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on("data", (chunk) => {
      if (armed !== undefined && chunk.includes(armed.text)) {
        ({ what: losing, lost: onLost } = armed);
        armed = undefined;
      }
      if (losing === "request") onLost();
      else upstream.write(chunk);
    });
    upstream.on("data", (chunk) => {
      if (losing === "reply") onLost();
      else client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));

  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  const cutAll = () => sockets.forEach((socket) => socket.resetAndDestroy());
  return {
    url: url.href,
    loseAt: (text, what) => new Promise((lost) => (armed = { text, what, lost })),
    cutAll,
    [Symbol.asyncDispose]: async () => {
      cutAll();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
