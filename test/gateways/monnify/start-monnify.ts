import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { forgetOldest } from "../../helpers/outside/forget-oldest.ts";
import { createMoods } from "../../helpers/outside/create-moods.ts";
import {
  createMonnifyAccount,
  notFound,
  ok,
  refused,
  type MonnifyAccount,
  type MonnifyReply,
  type MonnifyRequest,
} from "./monnify-account.ts";
import type { MonnifySettings } from "../../../workers/gateways/monnify/manifest.ts";
import { createMonnifyPayments, type MonnifyPayments } from "./monnify-payments.ts";
import { noHooks, type ProviderHooks } from "../../helpers/outside/provider-hooks.ts";
import type { Kind, Misbehaviour } from "../http/start-provider.ts";

type MonnifyKind =
  | Extract<Kind, "name" | "transfer" | "find" | "credit" | "credits" | "balance">
  | "login"
  | "initialize"
  | "account"
  | "reserve"
  | "read reserved"
  | "query"
  | "refund";

/** What Monnify can do besides all that the other provider can. */
export type MonnifyMisbehaviour =
  | Misbehaviour
  /** 429 with Retry-After, having done nothing. */
  | "rate limited"
  /** Does what was requested, and never responds. */
  | "stall";

export type Monnify = AsyncDisposable &
  Omit<MonnifyAccount, "validate" | "transfer" | "summary" | "walletBalance"> & {
    kind: "monnify";
    url: string;
    /** What comes in, and the accounts that it comes in to. */
    payments: MonnifyPayments;
    /** Which accounts our gateway is to open. */
    accounts?: MonnifySettings["accounts"];
    apiKey: string;
    secret: string;
    walletNumber: string;
    /** The settings of workers that use it. */
    env: Record<`MONNIFY_${"API_KEY" | "SECRET_KEY" | "WALLET_NUMBER" | "URL"}` | "LIVE_GATEWAYS", string>;
    /** How many requests of each kind arrived with the right keys or token, with any outcome. */
    calls: Record<MonnifyKind, number>;
    /** How many arrived with wrong keys, or for no endpoint that it has. */
    strays: number;
    /** How many came with a token that it does not accept, or not any more. */
    refusedTokens: number;
    /** Those that it gave out, and still accepts. */
    tokens: Set<string>;
    /** For how many seconds it says that a token lives. */
    tokenLife: number;
    /** What it asks to wait for with "rate limited". */
    retryAfterS: number;
    hooks: ProviderHooks<MonnifyKind, MonnifyMisbehaviour>;
    /** The last body of each kind, or its query, with each number as the text that was sent. */
    sent: Partial<Record<MonnifyKind, unknown>>;
    /** Responds to questions of a kind badly from now on: the next `times`, or all. */
    misbehave(kind: MonnifyKind, how: MonnifyMisbehaviour, times?: number): void;
    /** Responds to everything well from now on. */
    behave(): void;
    /** Does what "late" deferred. */
    catchUp(): void;
  };

/**
 * Starts a server that behaves as Monnify's documentation says, until a test tells it not to. `port`: a free one unless
 * given; it rejects where that is taken. It remembers the newest `keep` of each thing.
 */
export async function startMonnify({ port = 0, keep = Infinity } = {}): Promise<Monnify> {
  const keys = { apiKey: "MK_PROD_OFTHETESTS", secret: "SECRET0OF0THE0TESTS", walletNumber: "8016472829" };
  const login = `Basic ${Buffer.from(`${keys.apiKey}:${keys.secret}`).toString("base64")}`;
  const moods = createMoods<MonnifyKind, MonnifyMisbehaviour>();
  const deferred: (() => void)[] = [];
  const hooks = noHooks<MonnifyKind, MonnifyMisbehaviour>();
  const account = createMonnifyAccount(keys, hooks, keep);
  const payments = createMonnifyPayments({ sendsNumbersAsText: () => account.sendsNumbersAsText, keep });

  const server = createServer((request, response) => {
    request.on("error", () => {});
    response.on("error", () => {});
    void serve(request, response);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const monnify: Monnify = Object.assign(account, {
    kind: "monnify" as const,
    ...keys,
    payments,
    url,
    strays: 0,
    refusedTokens: 0,
    tokens: new Set<string>(),
    tokenLife: 3_567,
    sent: {},
    retryAfterS: 30,
    hooks,
    env: {
      LIVE_GATEWAYS: "monnify",
      MONNIFY_API_KEY: keys.apiKey,
      MONNIFY_SECRET_KEY: keys.secret,
      MONNIFY_WALLET_NUMBER: keys.walletNumber,
      MONNIFY_URL: url,
    },
    calls: {
      login: 0,
      name: 0,
      transfer: 0,
      find: 0,
      credit: 0,
      credits: 0,
      refund: 0,
      initialize: 0,
      account: 0,
      reserve: 0,
      "read reserved": 0,
      query: 0,
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
    const authorization = incoming.headers.authorization ?? "";
    if (kind === undefined || (kind === "login" && authorization !== login)) {
      monnify.strays += 1;
      return send(response, refused(401, "Invalid credentials", "99"));
    }
    if (kind !== "login" && !monnify.tokens.has(authorization.replace(/^Bearer /, ""))) {
      monnify.refusedTokens += 1;
      return send(response, refused(401, "Access token is invalid or expired", "99"));
    }
    const asked: MonnifyRequest = {
      query: target.searchParams,
      body: body === "" ? {} : readNumbersAsText(body),
      last: decodeURIComponent(target.pathname.split("/").at(-1)!),
    };
    monnify.calls[kind] += 1;
    monnify.sent[kind] = body === "" ? Object.fromEntries(asked.query) : asked.body;

    const about =
      kind === "find"
        ? asked.query.get("reference")!
        : kind === "transfer"
          ? String(asked.body.reference)
          : undefined;
    const how = moods.next(kind) ?? hooks.mood(kind, about);
    if (how === "hang") return;
    if (how === "late") return void deferred.push(() => void carryOut(kind, asked));
    if (how === "refuse") return void incoming.socket.resetAndDestroy();
    if (how === "unavailable") return send(response, { status: 503, body: { requestSuccessful: false } });
    if (how === "rate limited") {
      response.setHeader("retry-after", `${monnify.retryAfterS}`);
      return send(response, refused(429, "Too many requests", "99"));
    }
    const reply = carryOut(kind, asked);
    const lagMs = hooks.lagMs(account.transfers.get(about ?? "")?.bankCode ?? "");
    if (lagMs > 0) await sleep(lagMs);
    await hooks.meanwhile(kind);
    if (how !== "stall") respond(how, reply, response);
  }

  function carryOut(kind: MonnifyKind, asked: MonnifyRequest): MonnifyReply {
    switch (kind) {
      case "login": {
        const accessToken = `eyJ.token.${monnify.calls.login}`;
        monnify.tokens.add(accessToken);
        forgetOldest(monnify.tokens, keep);
        return ok({ accessToken, expiresIn: monnify.tokenLife });
      }
      case "name":
        return account.validate(asked);
      case "transfer":
        return account.transfer(asked);
      case "find":
        return account.summary(asked);
      case "initialize":
        return payments.initialize(asked);
      case "account":
        return payments.initPayment(asked);
      case "reserve":
        return payments.reserve(asked);
      case "read reserved":
        return payments.readReserved(asked.last);
      case "query":
        return payments.query(asked);
      case "credit":
        return payments.find(asked.last);
      case "credits":
        return payments.list(asked);
      case "refund":
        return payments.readRefund(asked.last);
      case "balance":
        return account.walletBalance(asked);
    }
  }

  return monnify;
}

/** Sends a reply, spoilt in the way that a test wants. */
function respond(how: MonnifyMisbehaviour | undefined, reply: MonnifyReply, response: ServerResponse): void {
  const { status, body } = reply;
  const data = (body.responseBody ?? {}) as Record<string, unknown>;
  const sendData = (changed: Record<string, unknown>) =>
    send(response, { status, body: { ...body, responseBody: { ...data, ...changed } } });
  switch (how) {
    case "drop":
      return void response.socket?.resetAndDestroy();
    case "break":
      return send(response, refused(500, "Internal error", "99"));
    case "other money":
      return sendData({ amount: 1 });
    case "another reference":
      return sendData({ reference: "pyt_00000000000000000000000000" });
    case "a missing member":
      return sendData({ accessToken: undefined, accountName: undefined, status: undefined });
    case "a web page":
      return void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Maintenance</h1>");
    case "half a response":
      return void response.writeHead(200).end(JSON.stringify(body).slice(0, -3));
    case "a redirect":
      return void response.writeHead(302, { location: "/elsewhere" }).end(JSON.stringify(body));
    case "ten megabytes":
      return sendData({ filler: "x".repeat(10 * 1024 * 1024) });
    case "an error with status 200":
      return send(response, { status: 200, body: { ...body, requestSuccessful: false } });
    case "still pending":
      return reply === notFound ? send(response, reply) : sendData({ status: "PENDING" });
    case "not found yet":
      return send(response, notFound);
    case "not found, of a proxy":
      return void response.writeHead(404, { "content-type": "text/html" }).end("<h1>404</h1>");
    default:
      return send(response, reply);
  }
}

function send(response: ServerResponse, { status, body }: MonnifyReply): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function readNumbersAsText(body: string): Record<string, unknown> {
  return JSON.parse(body, (_key, value, { source }) =>
    typeof value === "number" ? source : value,
  ) as Record<string, unknown>;
}

const kinds: [RegExp, MonnifyKind][] = [
  [/^POST \/api\/v1\/auth\/login$/, "login"],
  [/^GET \/api\/v1\/disbursements\/account\/validate$/, "name"],
  [/^POST \/api\/v2\/disbursements\/single$/, "transfer"],
  [/^GET \/api\/v2\/disbursements\/single\/summary$/, "find"],
  [/^POST \/api\/v1\/merchant\/transactions\/init-transaction$/, "initialize"],
  [/^POST \/api\/v1\/merchant\/bank-transfer\/init-payment$/, "account"],
  [/^GET \/api\/v2\/merchant\/transactions\/query$/, "query"],
  [/^POST \/api\/v2\/bank-transfer\/reserved-accounts$/, "reserve"],
  [/^GET \/api\/v2\/bank-transfer\/reserved-accounts\/[^/]+$/, "read reserved"],
  [/^GET \/api\/v1\/bank-transfer\/reserved-accounts\/transactions$/, "credits"],
  [/^GET \/api\/v2\/transactions\/[^/]+$/, "credit"],
  [/^GET \/api\/v1\/refunds\/[^/]+$/, "refund"],
  [/^GET \/api\/v2\/disbursements\/wallet-balance$/, "balance"],
];
