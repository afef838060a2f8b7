import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { KeptConnections, openConnection } from "../../workers/webhooks/kept-connections.ts";
import { createSendWebhook } from "../../workers/webhooks/send-webhook.ts";
import { eventually } from "../helpers/eventually.ts";

const never = new AbortController().signal;

/** A receiver that counts its connections. `behave` gets how many requests came on the same connection before. */
async function startReceiver(
  behave: (response: ServerResponse, before: number) => void = (response) => response.end("thanks"),
) {
  const requests = new Map<Socket, number>();
  const bodies: string[] = [];
  let open = 0;
  const server: Server = createServer((request, response) => {
    const before = requests.get(request.socket)!;
    requests.set(request.socket, before + 1);
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      bodies.push(body);
      behave(response, before);
    });
  });
  server.on("connection", (socket: Socket) => {
    requests.set(socket, 0);
    open += 1;
    socket.on("error", () => {});
    socket.on("close", () => (open -= 1));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    server,
    bodies,
    /** How many requests each connection had, in the order in which they were made. */
    perConnection: () => [...requests.values()],
    open: () => open,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Owner = { merchantId: bigint; environment: "test" | "live" };

const createSender = () => {
  const send = createSendWebhook({ allowCidrs: ["127.0.0.0/8"] });
  return (url: string, body: string, owner: Owner = { merchantId: 1n, environment: "test" }) =>
    send({ url, ...owner, headers: {}, body: Buffer.from(body) }, never);
};

describe.concurrent("a connection to a receiver", () => {
  test("is used again for the merchant's next webhooks to the same origin", async () => {
    await using receiver = await startReceiver();
    const send = createSender();
    for (const body of ["1", "2", "3"])
      expect(await send(receiver.url, body)).toMatchObject({ status: 200, body: "thanks" });
    expect(await send(`${receiver.url}/other?path=1`, "4")).toMatchObject({ status: 200 });
    expect(receiver.perConnection()).toEqual([4]);
    expect(receiver.bodies).toEqual(["1", "2", "3", "4"]);
  });

  test("may be used many times, and then nothing is left of it", async () => {
    await using receiver = await startReceiver();
    const send = createSender();
    const warnings: string[] = [];
    const note = (warning: Error) => warnings.push(`${warning.name}: ${warning.message}`);
    process.on("warning", note);
    for (let sent = 0; sent < 20; sent += 1) await send(receiver.url, `${sent}`);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);
    expect(receiver.perConnection()).toEqual([20]);
    expect(warnings).toEqual([]);
  });

  test("is used for no other merchant, environment or origin", async () => {
    await using receiver = await startReceiver();
    await using other = await startReceiver();
    const send = createSender();
    await send(receiver.url, "1");
    await send(receiver.url, "2", { merchantId: 2n, environment: "test" });
    await send(receiver.url, "3", { merchantId: 1n, environment: "live" });
    await send(receiver.url.replace("127.0.0.1", "localhost"), "4");
    await send(other.url, "5");
    await send(receiver.url, "6");
    expect(receiver.perConnection()).toEqual([2, 1, 1, 1]);
    expect(other.perConnection()).toEqual([1]);
  });

  test("that ends while it is idle is rebuilt", async () => {
    await using receiver = await startReceiver();
    const send = createSender();
    await send(receiver.url, "1");
    receiver.server.closeIdleConnections();
    expect(await send(receiver.url, "2")).toMatchObject({ status: 200 });
    expect(receiver.perConnection()).toEqual([1, 1]);
  });

  test("that ends without a response to a later request has it sent again, once, on a new one", async () => {
    await using receiver = await startReceiver((response, before) =>
      before === 0 ? response.end("thanks") : response.socket!.destroy(),
    );
    const send = createSender();
    await send(receiver.url, "1");
    expect(await send(receiver.url, "2")).toMatchObject({ status: 200, body: "thanks" });
    expect(receiver.perConnection()).toEqual([2, 1]);
    expect(receiver.bodies).toEqual(["1", "2", "2"]);
  });

  test("that is new, and ends without a response, has nothing sent again", async () => {
    await using receiver = await startReceiver((response) => response.socket!.destroy());
    const sent = await createSender()(receiver.url, "1");
    expect(sent.error).toMatch(/^the connection was closed/);
    expect(receiver.perConnection()).toEqual([1]);
  });

  test("on which a later response is no HTTP has nothing sent again: the receiver has the event", async () => {
    await using receiver = await startReceiver((response, before) =>
      before === 0 ? response.end("thanks") : response.socket!.end("not HTTP\r\n\r\n"),
    );
    const send = createSender();
    await send(receiver.url, "1");
    expect((await send(receiver.url, "2")).error).toMatch(/^the response is not HTTP/);
    expect(receiver.perConnection()).toEqual([2]);
  });

  test("on which a response was too long, or broke off, is not used again", async () => {
    await using receiver = await startReceiver((response, before) => {
      if (receiver.bodies.length === 1) response.end("x".repeat(1_000_000));
      else if (receiver.bodies.length === 2) {
        response.writeHead(200, { "content-length": 100 }).write("half", () => response.socket!.destroy());
      } else response.end(`${before} before`);
    });
    const send = createSender();
    expect(await send(receiver.url, "1")).toMatchObject({ status: 200, body: "x".repeat(16_384) });
    expect((await send(receiver.url, "2")).error).toMatch(/was closed while a response with status 200/);
    expect(await send(receiver.url, "3")).toMatchObject({ body: "0 before" });
    expect(receiver.perConnection()).toEqual([1, 1, 1]);
  });

  test("is one of four that stay open after many at once, and ends once it is idle", async () => {
    await using receiver = await startReceiver((response) => setTimeout(() => response.end(), 50));
    const send = createSender();
    await Promise.all(Array.from({ length: 10 }, (_, n) => send(receiver.url, `${n}`)));
    expect(receiver.perConnection()).toHaveLength(10);
    await eventually(() => expect(receiver.open()).toBe(4));
    await eventually(() => expect(receiver.open()).toBe(0));
  });

  test("is not used again half a minute after it was made", async () => {
    await using receiver = await startReceiver();
    const { origin } = new URL(receiver.url);
    const connections = new KeptConnections();
    for (const [ageMs, isKept] of [
      [29_000, true],
      [31_000, false],
    ] as const) {
      const made = openConnection(origin, (_target, callback) => callback(new Error("not needed"), null));
      made.startedAt = performance.now() - ageMs;
      connections.keep("key", made);
      expect(connections.take("key") === made).toBe(isKept);
      await made.client.destroy();
    }
  });
});
