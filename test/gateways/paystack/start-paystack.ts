import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { text } from "node:stream/consumers";
import { createMoods } from "../../helpers/outside/create-moods.ts";
import {
  createPaystackAccount,
  notFound,
  refused,
  type PaystackAccount,
  type PaystackReply,
  type PaystackRequest,
} from "./paystack-account.ts";
import type { PaystackSettings } from "../../../workers/gateways/paystack/manifest.ts";
import { createPaystackPayments, type PaystackPayments } from "./paystack-payments.ts";
import { noHooks, type ProviderHooks } from "../../helpers/outside/provider-hooks.ts";
import type { Kind, Misbehaviour } from "../http/start-provider.ts";

type PaystackKind =
  | Extract<Kind, "name" | "transfer" | "find" | "credit" | "credits" | "balance">
  | "recipient"
  | "charge"
  | "customer"
  | "dedicate"
  | "refunds"
  | "dispute";

/** What Paystack can do besides all that the other provider can. */
export type PaystackMisbehaviour =
  | Misbehaviour
  /** 429 with Retry-After, having done nothing. */
  | "rate limited"
  /** Does what was requested, and never responds. */
  | "stall";

export type Paystack = AsyncDisposable &
  Omit<PaystackAccount, "resolve" | "createRecipient" | "transfer" | "verify" | "listBalances"> & {
    kind: "paystack";
    url: string;
    secret: string;
    /** What comes in, and the accounts that it comes in to. */
    payments: PaystackPayments;
    /** Which accounts our gateway is to open. */
    accounts?: PaystackSettings["accounts"];
    /** The settings of workers that use it. */
    env: Record<"LIVE_GATEWAYS" | "PAYSTACK_SECRET_KEY" | "PAYSTACK_URL", string>;
    /** How many requests of each kind arrived with the right key, with any outcome. */
    calls: Record<PaystackKind, number>;
    /** How many arrived without it, or for no endpoint that it has. */
    strays: number;
    /** The last body of each kind, or its query. */
    sent: Partial<Record<PaystackKind, unknown>>;
    /** Milliseconds that it takes for a bank, by Paystack's code of it. */
    slowBanks: Map<string, number>;
    /** What it asks to wait for with "rate limited". */
    retryAfterS: number;
    hooks: ProviderHooks<PaystackKind, PaystackMisbehaviour>;
    /** Responds to questions of a kind badly from now on: the next `times`, or all. */
    misbehave(kind: PaystackKind, how: PaystackMisbehaviour, times?: number): void;
    /** Responds to everything well from now on. */
    behave(): void;
    /** Does what "late" deferred. */
    catchUp(): void;
  };

/**
 * Starts a server that behaves as Paystack's documentation says, until a test tells it not to. `port`: a free one
 * unless given; it rejects where that is taken. It remembers the newest `keep` of each thing.
 */
export async function startPaystack({ port = 0, keep = Infinity } = {}): Promise<Paystack> {
  const secret = "sk_live_of_the_tests";
  const moods = createMoods<PaystackKind, PaystackMisbehaviour>();
  const deferred: (() => void)[] = [];
  const hooks = noHooks<PaystackKind, PaystackMisbehaviour>();
  const account = createPaystackAccount(hooks, keep);
  const payments = createPaystackPayments({ sendsNumbersAsText: () => account.sendsNumbersAsText, keep });

  const server = createServer((request, response) => {
    request.on("error", () => {});
    response.on("error", () => {});
    void serve(request, response);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const paystack: Paystack = Object.assign(account, {
    kind: "paystack" as const,
    payments,
    url,
    secret,
    strays: 0,
    sent: {},
    slowBanks: new Map<string, number>(),
    retryAfterS: 30,
    hooks,
    env: { LIVE_GATEWAYS: "paystack", PAYSTACK_SECRET_KEY: secret, PAYSTACK_URL: url },
    calls: {
      name: 0,
      recipient: 0,
      transfer: 0,
      find: 0,
      charge: 0,
      customer: 0,
      dedicate: 0,
      credit: 0,
      credits: 0,
      refunds: 0,
      dispute: 0,
      balance: 0,
    },
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
    const line = `${incoming.method} ${target.pathname}`;
    const kind = kinds.find(([pattern]) => pattern.test(line))?.[1];
    if (kind === undefined || incoming.headers.authorization !== `Bearer ${secret}`) {
      paystack.strays += 1;
      return send(response, refused(401, "Invalid key", "invalid_Key"));
    }
    const asked: PaystackRequest = {
      query: target.searchParams,
      body: body === "" ? {} : (JSON.parse(body) as Record<string, unknown>),
      reference: decodeURIComponent(target.pathname.split("/").at(-1)!),
    };
    paystack.calls[kind] += 1;
    paystack.sent[kind] = body === "" ? Object.fromEntries(asked.query) : asked.body;
    const slowness = paystack.slowBanks.get(asked.query.get("bank_code") ?? String(asked.body.bank_code));
    if (slowness !== undefined) await sleep(slowness);

    const about =
      kind === "find" ? asked.reference : kind === "transfer" ? String(asked.body.reference) : undefined;
    const how = moods.next(kind) ?? hooks.mood(kind, about);
    if (how === "hang") return;
    if (how === "late") return void deferred.push(() => void carryOut(kind, asked));
    if (how === "refuse") return void incoming.socket.resetAndDestroy();
    if (how === "unavailable") return send(response, { status: 503, body: { status: false } });
    if (how === "rate limited") {
      response.setHeader("retry-after", `${paystack.retryAfterS}`);
      return send(response, { status: 429, body: { status: false, message: "Too many requests" } });
    }
    const reply = carryOut(kind, asked);
    const lagMs = hooks.lagMs(account.transfers.get(about ?? "")?.recipient.bankCode ?? "");
    if (lagMs > 0) await sleep(lagMs);
    await hooks.meanwhile(kind);
    if (how !== "stall") respond(how, reply, response);
  }

  function carryOut(kind: PaystackKind, asked: PaystackRequest): PaystackReply {
    switch (kind) {
      case "name":
        return account.resolve(asked);
      case "recipient":
        return account.createRecipient(asked);
      case "transfer":
        return account.transfer(asked);
      case "find":
        return account.verify(asked);
      case "charge":
        return payments.charge(asked);
      case "customer":
        return payments.createCustomer(asked);
      case "dedicate":
        return payments.dedicate(asked);
      case "credit":
        return payments.verify(asked.reference);
      case "credits":
        return payments.list(asked);
      case "refunds":
        return payments.listRefunds(asked);
      case "dispute":
        return payments.readDispute(asked.reference);
      case "balance":
        return account.listBalances();
    }
  }

  return paystack;
}

/** Sends a reply, spoilt in the way that a test wants. */
function respond(
  how: PaystackMisbehaviour | undefined,
  reply: PaystackReply,
  response: ServerResponse,
): void {
  const { status, body } = reply;
  const data = (body.data ?? {}) as Record<string, unknown>;
  const sendData = (changed: Record<string, unknown>) =>
    send(response, { status, body: { ...body, data: { ...data, ...changed } } });
  switch (how) {
    case "drop":
      return void response.socket?.resetAndDestroy();
    case "break":
      return send(response, { status: 500, body: { status: false, message: "Internal error" } });
    case "other money":
      return sendData({ amount: 1 });
    case "another reference":
      return sendData({ reference: "pyt_00000000000000000000000000" });
    case "a missing member":
      return sendData({ account_name: undefined, details: undefined, status: undefined });
    case "a web page":
      return void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Maintenance</h1>");
    case "half a response":
      return void response.writeHead(200).end(JSON.stringify(body).slice(0, -3));
    case "a redirect":
      return void response.writeHead(302, { location: "/elsewhere" }).end(JSON.stringify(body));
    case "ten megabytes":
      return sendData({ filler: "x".repeat(10 * 1024 * 1024) });
    case "an error with status 200":
      return send(response, { status: 200, body: { ...body, status: false } });
    case "still pending":
      return reply === notFound ? send(response, reply) : sendData({ status: "pending" });
    case "not found yet":
      return send(response, notFound);
    case "not found, of a proxy":
      return void response.writeHead(404, { "content-type": "text/html" }).end("<h1>404</h1>");
    default:
      return send(response, reply);
  }
}

function send(response: ServerResponse, { status, body }: PaystackReply): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

const kinds: [RegExp, PaystackKind][] = [
  [/^GET \/bank\/resolve$/, "name"],
  [/^POST \/transferrecipient$/, "recipient"],
  [/^POST \/transfer$/, "transfer"],
  [/^GET \/transfer\/verify\/[^/]+$/, "find"],
  [/^POST \/charge$/, "charge"],
  [/^POST \/customer$/, "customer"],
  [/^POST \/dedicated_account$/, "dedicate"],
  [/^GET \/transaction\/verify\/[^/]+$/, "credit"],
  [/^GET \/transaction$/, "credits"],
  [/^GET \/refund$/, "refunds"],
  [/^GET \/dispute\/[^/]+$/, "dispute"],
  [/^GET \/balance$/, "balance"],
];
