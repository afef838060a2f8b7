import { createServer, type AddressInfo, type Server } from "node:net";

export type Listeners = AsyncDisposable & {
  port: number;
  /** The addresses that were connected to, in order. */
  connections: string[];
  /** How many bytes all connections brought. */
  bytes(): number;
};

/**
 * Listens on one port of several addresses of this machine and writes down who was connected to. Each connection is
 * closed at once. Addresses that the machine does not have are left out.
 */
export async function startListeners(
  addresses: string[] = ["127.0.0.1", "127.0.0.2", "::1"],
): Promise<Listeners> {
  const connections: string[] = [];
  let bytes = 0;
  const open = (address: string, port: number) =>
    listen(port, address, (server) => {
      server.on("connection", (socket) => {
        connections.push(address);
        socket.on("data", (data) => (bytes += data.length));
        socket.on("error", () => {});
        socket.end();
      });
    });
  const first = await open(addresses[0]!, 0);
  if (first === undefined) throw new Error(`cannot listen on ${addresses[0]}`);
  const { port } = first.address() as AddressInfo;
  const others = await Promise.all(addresses.slice(1).map((address) => open(address, port)));
  const servers = [first, ...others].filter((server) => server !== undefined);
  return {
    port,
    connections,
    bytes: () => bytes,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

/** Undefined: the machine has no such address. */
function listen(
  port: number,
  address: string,
  prepare: (server: Server) => void,
): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    prepare(server);
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT") resolve(undefined);
      else reject(error);
    });
    server.listen({ port, host: address, ipv6Only: true }, () => resolve(server));
  });
}
