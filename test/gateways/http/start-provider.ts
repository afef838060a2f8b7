import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createMoods } from "../../helpers/outside/create-moods.ts";

/** The requests that the provider serves. */
export type Kind =
  "name" | "account" | "address" | "identity" | "transfer" | "find" | "credit" | "credits" | "balance";

/** How the provider can misbehave when it is called. */
export type Misbehaviour =
  /** Promises that it did not send the transfer, and will not, for its own reasons: */
  | "no float"
  | "no float, but paid"
  | "no float, but paid later"
  | "unavailable to us, but paid"
  | "bank unreachable"
  | "bank unreachable, but paid"
  /** Resets the connection before it does anything. */
  | "refuse"
  /** 503, having done nothing. */
  | "unavailable"
  /** Does what was requested, then resets the connection. */
  | "drop"
  /** Does what was requested, then responds with 500. */
  | "break"
  /** Neither does anything nor ever responds. */
  | "hang"
  /** Never responds, and does what was requested when the test calls `catchUp`. */
  | "late"
  /** Does what was requested, and then responds with: */
  | "other money"
  | "money as text"
  | "another reference"
  | "a missing member"
  | "a web page"
  | "half a response"
  | "a redirect"
  | "ten megabytes"
  | "an error with status 200"
  | "not found, of a proxy"
  /** Does what was requested, and says that it is not decided yet. */
  | "still pending"
  /** Says that there is no such thing, although there is. */
  | "not found yet";

type ProviderTransfer = {
  amount: { value: number; currency: string };
  accountNumber: string;
  status: "pending" | "succeeded" | "failed" | "reversed";
  failure?: { code: string; message: string };
  /** How often it was requested; it has one effect all the same. */
  timesSent: number;
};

export type Provider = AsyncDisposable & {
  kind: "http";
  url: string;
  secret: string;
  /** The settings of a process that uses it. */
  env: { LIVE_GATEWAYS: string; LIVE_GATEWAY_URL: string; LIVE_GATEWAY_SECRET: string };
  /** How many requests of each kind arrived with the right secret, with any outcome. */
  calls: Record<Kind, number>;
  /** How many arrived without it, or where a redirect pointed. */
  strays: number;
  /** What was sent, of each kind, in order. */
  sent: Record<Kind, unknown[]>;
  /** Responds to questions of a kind badly from now on: the next `times`, or all. */
  misbehave(kind: Kind, how: Misbehaviour, times?: number): void;
  /** Responds to everything well from now on. */
  behave(): void;
  /** Does what "late" deferred. */
  catchUp(): void;
  /** Holders' names by account number, null for one that is not known; DEFAULT_NAME for all others. */
  names: Map<string, string | null>;
  /** Gives every account this number, although another has it. */
  onlyNumber: string | undefined;
  /** What is on record, by identifier. */
  identities: Map<string, { name?: string; phones: string[] }>;
  /** What becomes of transfers, by account number; all others succeed. */
  outcomes: Map<string, Pick<ProviderTransfer, "status" | "failure">>;
  /** The reference of the account that has a number. */
  recipients: Map<string, string>;
  /** Says of each new account that its credits are listed. */
  listsCredits: boolean;
  /** What came in, by the provider's id. */
  credits: Map<string, Record<string, unknown> & { recipient: string }>;
  /** What it says that it holds; null: it does not say. */
  balances: { value: unknown; currency: unknown }[] | null;
  /** The transfers that it carried out, by reference. */
  transfers: Map<string, ProviderTransfer>;
  /**
   * What was requested about each transfer, in order: to carry it out, or its status; and when it responded that it
   * knows no such transfer.
   */
  questions: Map<string, ("transfer" | "find" | "not found")[]>;
};

/** How many credits it lists at once. */
const PAGE = 2;

export const DEFAULT_NAME = "ADAEZE OKAFOR";

type Reply = { status: number; body: Record<string, unknown> };
type Question = { kind: Kind; path: string; body: Record<string, unknown> };

/** The reasons of its promises that it did not send a transfer. */
const promises: Record<string, string> = {
  "no float": "no_float",
  "bank unreachable": "bank_unreachable",
  "unavailable to us": "unavailable",
};

/**
 * Starts a live provider as the HTTP gateway expects one: it responds well until a test tells it not to. `mood` says
 * how it treats each question that no test told it to treat badly.
 */
export async function startProvider(
  mood: (kind: Kind) => Misbehaviour | undefined = () => undefined,
): Promise<Provider> {
  const secret = "provider-secret-of-the-tests-0123456789";
  const none = {
    name: 0,
    account: 0,
    address: 0,
    identity: 0,
    transfer: 0,
    find: 0,
    credit: 0,
    credits: 0,
    balance: 0,
  };
  const moods = createMoods<Kind, Misbehaviour>();
  const deferred: (() => void)[] = [];
  const made = new Map<string, Record<string, unknown>>();

  const server = createServer((request, response) => {
    request.on("error", () => {});
    response.on("error", () => {});
    void serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bank/v2`;

  const provider: Provider = {
    kind: "http",
    url,
    secret,
    env: { LIVE_GATEWAYS: "http", LIVE_GATEWAY_URL: url, LIVE_GATEWAY_SECRET: secret },
    calls: { ...none },
    strays: 0,
    sent: {
      name: [],
      account: [],
      address: [],
      identity: [],
      transfer: [],
      find: [],
      credit: [],
      credits: [],
      balance: [],
    },
    misbehave: moods.misbehave,
    behave: moods.behave,
    catchUp: () => deferred.splice(0).forEach((act) => act()),
    names: new Map(),
    onlyNumber: undefined,
    identities: new Map(),
    outcomes: new Map(),
    recipients: new Map(),
    listsCredits: false,
    credits: new Map(),
    balances: [{ value: 100_000_000, currency: "NGN" }],
    transfers: new Map(),
    questions: new Map(),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const question = await read(request);
    if (question === undefined || request.headers.authorization !== `Bearer ${secret}`) {
      provider.strays += 1;
      return send(response, { status: 401, body: { error: "unauthorized" } });
    }
    provider.calls[question.kind] += 1;
    provider.sent[question.kind].push(question.body);
    keepOrder(question);
    const how = moods.next(question.kind) ?? mood(question.kind);
    if (how === "hang") return;
    const promise = promises[how?.split(",")[0] ?? ""];
    if (promise !== undefined) {
      if (how?.endsWith(", but paid later") === true) deferred.push(() => void carryOut(question));
      if (how?.endsWith(", but paid") === true) carryOut(question);
      return send(response, { status: 422, body: { error: "not_sent", reason: promise } });
    }
    if (how === "late") return void deferred.push(() => void carryOut(question));
    if (how === "refuse") return void request.socket.resetAndDestroy();
    if (how === "unavailable") return send(response, { status: 503, body: { error: "unavailable" } });
    const reply = carryOut(question);
    const saysWhatItHas = how === undefined || how === "still pending";
    const denies = how === "not found yet" || (saysWhatItHas && reply === notFound);
    if (question.kind === "find" && denies) note(referenceIn(question.path), "not found");
    misbehave(how, reply, response);
  }

  function keepOrder({ kind, path, body }: Question): void {
    if (kind === "transfer") note(String(body.reference), kind);
    if (kind === "find") note(referenceIn(path), kind);
  }

  function note(reference: string, what: "transfer" | "find" | "not found"): void {
    const earlier = provider.questions.get(reference);
    if (earlier === undefined) provider.questions.set(reference, [what]);
    else earlier.push(what);
  }

  function misbehave(how: Misbehaviour | undefined, reply: Reply, response: ServerResponse): void {
    const { status, body } = reply;
    switch (how) {
      case "drop":
        return void response.socket?.resetAndDestroy();
      case "break":
        return send(response, { status: 500, body: { error: "internal" } });
      case "other money":
        return send(response, { status, body: { ...body, amount: { value: 1, currency: "NGN" } } });
      case "money as text":
        return send(response, { status, body: { ...body, amount: { value: "1000", currency: "NGN" } } });
      case "another reference":
        return send(response, { status, body: { ...body, reference: "pyt_00000000000000000000000000" } });
      case "a missing member":
        return send(response, { status, body: Object.fromEntries(Object.entries(body).slice(1)) });
      case "a web page":
        return void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Maintenance</h1>");
      case "half a response":
        return void response.writeHead(200).end(JSON.stringify(body).slice(0, -3));
      case "a redirect":
        return void response.writeHead(302, { location: `${url}/elsewhere` }).end(JSON.stringify(body));
      case "ten megabytes":
        return void response
          .writeHead(200)
          .end(JSON.stringify({ ...body, filler: "x".repeat(10 * 1024 * 1024) }));
      case "an error with status 200":
        return send(response, { status: 200, body: { ...body, error: "insufficient_funds" } });
      case "still pending":
        return send(response, reply === notFound ? reply : { status, body: { ...body, status: "pending" } });
      case "not found yet":
        return send(response, notFound);
      case "not found, of a proxy":
        return void response.writeHead(404, { "content-type": "text/html" }).end("<h1>404</h1>");
      default:
        return send(response, reply);
    }
  }

  function carryOut({ kind, path, body }: Question): Reply {
    const reference = String(body.reference);
    switch (kind) {
      case "name": {
        const known = provider.names.get(String(body.accountNumber));
        return known === null ? notFound : found({ accountName: known ?? DEFAULT_NAME });
      }
      case "account":
        return found(
          make(reference, (number) => {
            const accountNumber = provider.onlyNumber ?? String(8_800_000_000 + number);
            provider.recipients.set(accountNumber, reference);
            const lists = provider.listsCredits ? { listsCredits: true } : {};
            const { accountName } = body;
            return { bankCode: "035", bankName: "Wema Bank", accountNumber, accountName, ...lists };
          }),
        );
      case "address":
        return found(
          make(reference, (number) => {
            const digits = String(number).padStart(body.chain === "tron" ? 33 : 40, "1");
            return { address: body.chain === "tron" ? `T${digits.replaceAll("0", "1")}` : `0x${digits}` };
          }),
        );
      case "identity": {
        const identity = provider.identities.get(String(body.identifier));
        return identity === undefined ? notFound : found(identity);
      }
      case "transfer":
        return transfer(reference, body);
      case "find":
        return describe(referenceIn(path));
      case "credit": {
        const id = referenceIn(path);
        const credit = provider.credits.get(id);
        return credit === undefined ? notFound : found({ id, ...credit });
      }
      case "balance":
        return provider.balances === null ? notFound : found({ balances: provider.balances });
      case "credits": {
        const { pathname, searchParams } = new URL(path, url);
        const owner = pathname.split("/").at(-2);
        const all = [...provider.credits].filter(([, { recipient }]) => recipient === owner);
        const from = Number(searchParams.get("page") ?? 0);
        const more = all.length > from + PAGE ? { nextPage: String(from + PAGE) } : {};
        return found({ credits: all.slice(from, from + PAGE).map(([id]) => ({ id })), ...more });
      }
    }
  }

  /** Makes what a reference requested, once. */
  function make(reference: string, build: (number: number) => Record<string, unknown>) {
    if (!made.has(reference)) made.set(reference, build(made.size + 1));
    return made.get(reference)!;
  }

  function transfer(reference: string, body: Record<string, unknown>): Reply {
    const earlier = provider.transfers.get(reference);
    if (earlier !== undefined) earlier.timesSent += 1;
    else {
      const accountNumber = String(body.accountNumber);
      const outcome = provider.outcomes.get(accountNumber) ?? { status: "succeeded" as const };
      const amount = body.amount as ProviderTransfer["amount"];
      provider.transfers.set(reference, { amount, accountNumber, timesSent: 1, ...outcome });
    }
    return describe(reference);
  }

  function describe(reference: string): Reply {
    const known = provider.transfers.get(reference);
    if (known === undefined) return notFound;
    const { status, amount, failure } = known;
    return found({ reference, status, amount, ...(failure === undefined ? {} : { failure }) });
  }

  return provider;
}

function referenceIn(path: string): string {
  return decodeURIComponent(path.split("/").at(-1)!);
}

const notFound: Reply = { status: 404, body: { error: "not_found" } };

function found(body: Record<string, unknown>): Reply {
  return { status: 200, body };
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

const kinds: [RegExp, Kind][] = [
  [/^POST \/bank\/v2\/name-enquiries$/, "name"],
  [/^POST \/bank\/v2\/virtual-accounts$/, "account"],
  [/^POST \/bank\/v2\/crypto-addresses$/, "address"],
  [/^POST \/bank\/v2\/identities$/, "identity"],
  [/^POST \/bank\/v2\/transfers$/, "transfer"],
  [/^GET \/bank\/v2\/transfers\/[^/]+$/, "find"],
  [/^GET \/bank\/v2\/credits\/[^/]+$/, "credit"],
  [/^GET \/bank\/v2\/virtual-accounts\/[^/]+\/credits(\?.*)?$/, "credits"],
  [/^GET \/bank\/v2\/balance$/, "balance"],
];

/** What is requested; undefined for no request of the protocol. */
async function read(request: IncomingMessage): Promise<Question | undefined> {
  const body = await text(request);
  const line = `${request.method} ${request.url}`;
  const kind = kinds.find(([pattern]) => pattern.test(line))?.[1];
  if (kind === undefined) return undefined;
  return { kind, path: request.url!, body: body === "" ? {} : (JSON.parse(body) as Record<string, unknown>) };
}
