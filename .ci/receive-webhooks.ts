import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

/**
 * A merchant's webhook receiver on 127.0.0.1: `receive-webhooks.ts <port> <secret>`. Prints the type and the
 * resource of each event whose signature is right and fresh, and responds 400 to any other.
 */
const [port, secret] = process.argv.slice(2);
const FRESH_FOR_S = 300;

const server = createServer(async (request, response) => {
  const body = await buffer(request);
  const header = String(request.headers["x-service-signature"]);
  const signature = new Map(header.split(",").map((pair) => pair.split("=", 2) as [string, string]));
  const time = signature.get("t") ?? "";
  const expected = createHmac("sha256", secret!).update(`${time}.`).update(body).digest();
  const given = Buffer.from(signature.get("v1") ?? "", "hex");
  const fresh = Math.abs(Date.now() / 1000 - Number(time)) <= FRESH_FOR_S;
  if (!fresh || given.length !== expected.length || !timingSafeEqual(given, expected)) {
    response.writeHead(400).end();
    return;
  }
  const event = JSON.parse(body.toString("utf8")) as { type: string; data: { reference: string } };
  console.log(`${event.type} ${event.data.reference}`);
  response.writeHead(204).end();
});
server.listen(Number(port), "127.0.0.1");
