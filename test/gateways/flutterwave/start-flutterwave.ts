import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { parseExactly } from "../../../workers/gateways/naira.ts";
import { createMoods } from "../../helpers/outside/create-moods.ts";
import {
  createFlutterwaveAccount,
  listed,
  refused,
  type FlutterwaveAccount,
  type FlutterwaveReply,
  type FlutterwaveRequest,
} from "./flutterwave-account.ts";
import type { Kind, Misbehaviour } from "../http/start-provider.ts";

type FlutterwaveKind = Extract<Kind, "name" | "transfer" | "find" | "balance">;

/** What Flutterwave can do besides all that the other provider can. */
export type FlutterwaveMisbehaviour =
  | Misbehaviour
  /** 429 with Retry-After, having done nothing. */
  | "rate limited"
  /** Does what was requested, and never responds. */
  | "stall";

export type Flutterwave = AsyncDisposable &
  Omit<FlutterwaveAccount, "resolve" | "transfer" | "list" | "wallet"> & {
    kind: "flutterwave";
    url: string;
    secret: string;
    /** The settings of workers that use it. */
    env: Record<"LIVE_GATEWAYS" | "FLUTTERWAVE_SECRET_KEY" | "FLUTTERWAVE_URL", string>;
    /** How many requests of each kind arrived with the right key, with any outcome. */
    calls: Record<FlutterwaveKind, number>;
    /** How many arrived without it, or for no endpoint that it has. */
    strays: number;
    /** The last body of each kind, or its query, with each number as the text that was sent. */
    sent: Partial<Record<FlutterwaveKind, unknown>>;
    /** What it asks to wait for with "rate limited". */
    retryAfterS: number;
    /** Responds to questions of a kind badly from now on: the next `times`, or all. */
    misbehave(kind: FlutterwaveKind, how: FlutterwaveMisbehaviour, times?: number): void;
    /** Responds to everything well from now on. */
    behave(): void;
    /** Does what "late" deferred. */
    catchUp(): void;
  };

/** Starts a server that behaves as the documents of Flutterwave's version 3 say, until a test tells it not to. */
export async function startFlutterwave(): Promise<Flutterwave> {
  const secret = "FLWSECK-of-the-tests-X";
  const moods = createMoods<FlutterwaveKind, FlutterwaveMisbehaviour>();
  const deferred: (() => void)[] = [];
  const account = createFlutterwaveAccount();

  const server = createServer((request, response) => {
    request.on("error", () => {});
    response.on("error", () => {});
    void serve(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`;

  const flutterwave: Flutterwave = Object.assign(account, {
    kind: "flutterwave" as const,
    url,
    secret,
    strays: 0,
    sent: {},
    retryAfterS: 30,
    env: { LIVE_GATEWAYS: "flutterwave", FLUTTERWAVE_SECRET_KEY: secret, FLUTTERWAVE_URL: url },
    calls: { name: 0, transfer: 0, find: 0, balance: 0 },
    misbehave: moods.misbehave,
    behave: moods.behave,
    catchUp: () => deferred.splice(0).forEach((act) => act()),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(incoming);
    const target = new URL(incoming.url!, url);
    const kind = kinds.get(`${incoming.method} ${target.pathname}`);
    if (kind === undefined || incoming.headers.authorization !== `Bearer ${secret}`) {
      flutterwave.strays += 1;
      return send(response, refused(401, "Invalid authorization key"));
    }
    const asked: FlutterwaveRequest = {
      query: target.searchParams,
      body: body === "" ? {} : (parseExactly(body) as Record<string, unknown>),
    };
    flutterwave.calls[kind] += 1;
    flutterwave.sent[kind] = body === "" ? Object.fromEntries(asked.query) : asked.body;

    const how = moods.next(kind);
    if (how === "hang") return;
    if (how === "late") return void deferred.push(() => void carryOut(kind, asked));
    if (how === "refuse") return void incoming.socket.resetAndDestroy();
    if (how === "unavailable") return send(response, refused(503, "The request took too long"));
    if (how === "rate limited") {
      response.setHeader("retry-after", `${flutterwave.retryAfterS}`);
      return send(response, refused(429, "Too many requests"));
    }
    const reply = carryOut(kind, asked);
    if (how !== "stall") respond(how, reply, response);
  }

  function carryOut(kind: FlutterwaveKind, asked: FlutterwaveRequest): FlutterwaveReply {
    switch (kind) {
      case "name":
        return account.resolve(asked);
      case "transfer":
        return account.transfer(asked);
      case "find":
        return account.list(asked);
      case "balance":
        return account.wallet();
    }
  }

  return flutterwave;
}

/** Sends a reply, spoilt in the way that a test wants. */
function respond(
  how: FlutterwaveMisbehaviour | undefined,
  reply: FlutterwaveReply,
  response: ServerResponse,
): void {
  const { status, body } = reply;
  const sendData = (changed: Record<string, unknown>) => {
    const data = Array.isArray(body.data)
      ? body.data.map((each: object) => ({ ...each, ...changed }))
      : { ...(body.data as object), ...changed };
    send(response, { status, body: { ...body, data } });
  };
  switch (how) {
    case "drop":
      return void response.socket?.resetAndDestroy();
    case "break":
      return send(response, refused(500, "Internal error"));
    case "other money":
      return sendData({ amount: 1 });
    case "another reference":
      return sendData({ reference: "pyt_00000000000000000000000000" });
    case "a missing member":
      return sendData({ account_name: undefined, status: undefined });
    case "a web page":
      return void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Maintenance</h1>");
    case "half a response":
      return void response.writeHead(200).end(JSON.stringify(body).slice(0, -3));
    case "a redirect":
      return void response.writeHead(302, { location: "/elsewhere" }).end(JSON.stringify(body));
    case "ten megabytes":
      return sendData({ filler: "x".repeat(10 * 1024 * 1024) });
    case "an error with status 200":
      return send(response, { status: 200, body: { ...body, status: "error" } });
    case "still pending":
      return sendData({ status: "PENDING" });
    case "not found yet":
      return send(response, listed([]));
    case "not found, of a proxy":
      return void response.writeHead(404, { "content-type": "text/html" }).end("<h1>404</h1>");
    default:
      return send(response, reply);
  }
}

function send(response: ServerResponse, { status, body }: FlutterwaveReply): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

const kinds = new Map<string, FlutterwaveKind>([
  ["POST /v3/accounts/resolve", "name"],
  ["POST /v3/transfers", "transfer"],
  ["GET /v3/transfers", "find"],
  ["GET /v3/balances/NGN", "balance"],
]);
