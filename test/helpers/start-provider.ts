import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What can be asked of the provider. */
export type Kind = "name" | "account" | "address" | "identity" | "transfer" | "find";

/** The ways in which it can answer a question on a bad day. */
export type Misbehaviour =
  /** Resets the connection before it does anything. */
  | "refuse"
  /** 503, having done nothing. */
  | "unavailable"
  /** Does what it was asked, then resets the connection. */
  | "drop"
  /** Does what it was asked, then answers 500. */
  | "break"
  /** Neither does anything nor ever answers. */
  | "hang"
  /** Never answers, and does what it was asked when the test calls `catchUp`. */
  | "late"
  /** Does what it was asked, and then answers with: */
  | "other money"
  | "money as text"
  | "another reference"
  | "a missing member"
  | "a web page"
  | "half an answer"
  | "a redirect"
  | "ten megabytes"
  | "an error with status 200"
  | "not found, of a proxy";

type ProviderTransfer = {
  amount: { value: number; currency: string };
  accountNumber: string;
  status: "pending" | "succeeded" | "failed" | "reversed";
  failure?: { code: string; message: string };
  /** How often it was asked for; it has one effect all the same. */
  timesSent: number;
};

export type Provider = AsyncDisposable & {
  url: string;
  secret: string;
  /** The settings of a process that uses it. */
  env: { LIVE_GATEWAY: string; LIVE_GATEWAY_URL: string; LIVE_GATEWAY_SECRET: string };
  /** How many requests of each kind arrived with the right secret, with any outcome. */
  calls: Record<Kind, number>;
  /** How many arrived without it, or where a redirect pointed. */
  strays: number;
  /** What was sent, of each kind, in order. */
  sent: Record<Kind, unknown[]>;
  /** Answers questions of a kind badly from now on: the next `times`, or all. */
  misbehave(kind: Kind, how: Misbehaviour, times?: number): void;
  /** Answers everything well from now on. */
  behave(): void;
  /** Does what "late" put off. */
  catchUp(): void;
  /** Holders' names by account number, null for one that is not known; DEFAULT_NAME for all others. */
  names: Map<string, string | null>;
  /** Gives every account this number, although another has it. */
  onlyNumber: string | undefined;
  /** What is on record, by identifier. */
  identities: Map<string, { name?: string; phones: string[] }>;
  /** What becomes of transfers, by account number; all others succeed. */
  fates: Map<string, Pick<ProviderTransfer, "status" | "failure">>;
  /** The transfers that it carried out, by reference. */
  transfers: Map<string, ProviderTransfer>;
};

export const DEFAULT_NAME = "ADAEZE OKAFOR";

type Answer = { status: number; body: Record<string, unknown> };
type Question = { kind: Kind; path: string; body: Record<string, unknown> };

/** Starts a live provider as the HTTP gateway expects one: it answers well until a test tells it not to. */
export async function startProvider(): Promise<Provider> {
  const secret = "provider-secret-of-the-tests-0123456789";
  const none = { name: 0, account: 0, address: 0, identity: 0, transfer: 0, find: 0 };
  const moods = new Map<Kind, { how: Misbehaviour; left: number }>();
  const putOff: (() => void)[] = [];
  const made = new Map<string, Record<string, unknown>>();

  const server = createServer((request, response) => {
    request.on("error", () => {});
    response.on("error", () => {});
    void serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bank/v2`;

  const provider: Provider = {
    url,
    secret,
    env: { LIVE_GATEWAY: "http", LIVE_GATEWAY_URL: url, LIVE_GATEWAY_SECRET: secret },
    calls: { ...none },
    strays: 0,
    sent: { name: [], account: [], address: [], identity: [], transfer: [], find: [] },
    misbehave: (kind, how, times = Infinity) => void moods.set(kind, { how, left: times }),
    behave: () => moods.clear(),
    catchUp: () => putOff.splice(0).forEach((act) => act()),
    names: new Map(),
    onlyNumber: undefined,
    identities: new Map(),
    fates: new Map(),
    transfers: new Map(),
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
    const how = moodFor(question.kind);
    if (how === "hang") return;
    if (how === "late") return void putOff.push(() => void carryOut(question));
    if (how === "refuse") return void request.socket.resetAndDestroy();
    if (how === "unavailable") return send(response, { status: 503, body: { error: "unavailable" } });
    misanswer(how, carryOut(question), response);
  }

  function moodFor(kind: Kind): Misbehaviour | undefined {
    const mood = moods.get(kind);
    if (mood === undefined || mood.left <= 0) return undefined;
    mood.left -= 1;
    return mood.how;
  }

  function misanswer(how: Misbehaviour | undefined, answer: Answer, response: ServerResponse): void {
    const { status, body } = answer;
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
      case "half an answer":
        return void response.writeHead(200).end(JSON.stringify(body).slice(0, -3));
      case "a redirect":
        return void response.writeHead(302, { location: `${url}/elsewhere` }).end(JSON.stringify(body));
      case "ten megabytes":
        return void response
          .writeHead(200)
          .end(JSON.stringify({ ...body, filler: "x".repeat(10 * 1024 * 1024) }));
      case "an error with status 200":
        return send(response, { status: 200, body: { ...body, error: "insufficient_funds" } });
      case "not found, of a proxy":
        return void response.writeHead(404, { "content-type": "text/html" }).end("<h1>404</h1>");
      default:
        return send(response, answer);
    }
  }

  function carryOut({ kind, path, body }: Question): Answer {
    const reference = String(body.reference);
    switch (kind) {
      case "name": {
        const known = provider.names.get(String(body.accountNumber));
        return known === null ? notFound : found({ accountName: known ?? DEFAULT_NAME });
      }
      case "account":
        return found(
          make(reference, (number) => ({
            bankCode: "035",
            bankName: "Wema Bank",
            accountNumber: provider.onlyNumber ?? String(8_800_000_000 + number),
            accountName: body.accountName,
          })),
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
        return describe(decodeURIComponent(path.split("/").at(-1)!));
    }
  }

  /** Makes what a reference asked for, once. */
  function make(reference: string, build: (number: number) => Record<string, unknown>) {
    if (!made.has(reference)) made.set(reference, build(made.size + 1));
    return made.get(reference)!;
  }

  function transfer(reference: string, body: Record<string, unknown>): Answer {
    const earlier = provider.transfers.get(reference);
    if (earlier !== undefined) earlier.timesSent += 1;
    else {
      const accountNumber = String(body.accountNumber);
      const fate = provider.fates.get(accountNumber) ?? { status: "succeeded" as const };
      const amount = body.amount as ProviderTransfer["amount"];
      provider.transfers.set(reference, { amount, accountNumber, timesSent: 1, ...fate });
    }
    return describe(reference);
  }

  function describe(reference: string): Answer {
    const known = provider.transfers.get(reference);
    if (known === undefined) return notFound;
    const { status, amount, failure } = known;
    return found({ reference, status, amount, ...(failure === undefined ? {} : { failure }) });
  }

  return provider;
}

const notFound: Answer = { status: 404, body: { error: "not_found" } };

function found(body: Record<string, unknown>): Answer {
  return { status: 200, body };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

const kinds: [RegExp, Kind][] = [
  [/^POST \/bank\/v2\/name-enquiries$/, "name"],
  [/^POST \/bank\/v2\/virtual-accounts$/, "account"],
  [/^POST \/bank\/v2\/crypto-addresses$/, "address"],
  [/^POST \/bank\/v2\/identities$/, "identity"],
  [/^POST \/bank\/v2\/transfers$/, "transfer"],
  [/^GET \/bank\/v2\/transfers\/[^/]+$/, "find"],
];

/** What is asked; undefined for no question of the protocol. */
async function read(request: IncomingMessage): Promise<Question | undefined> {
  const body = await text(request);
  const line = `${request.method} ${request.url}`;
  const kind = kinds.find(([pattern]) => pattern.test(line))?.[1];
  if (kind === undefined) return undefined;
  return { kind, path: request.url!, body: body === "" ? {} : (JSON.parse(body) as Record<string, unknown>) };
}
