import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createMoods } from "./create-moods.ts";

/** How a provider of identity records can misbehave. */
export type IdentityMisbehaviour =
  /** Resets the connection at once. */
  | "refuse"
  /** Looks up, then resets the connection. */
  | "drop"
  | "hang"
  /** Looks up, and keeps its response to itself until release(). */
  | "late"
  | "break"
  | "unavailable"
  /** 429 with Retry-After. */
  | "rate limited"
  /** The register behind it does not respond. */
  | "register down"
  | "wrong key"
  | "empty balance"
  | "a status that no document names"
  | "a text that no document names"
  | "a web page"
  | "half a response"
  | "a redirect"
  | "ten megabytes"
  | "an error with status 200"
  | "not found, of a proxy"
  /** The record of somebody else. */
  | "another person"
  /** A record without anything that could be a phone, and one that masks it. */
  | "a missing member"
  | "a masked phone"
  | "a record of other types"
  /** What a record may look like, and is read all the same: */
  | "other spellings"
  | "a date in another form"
  | "a phone as number"
  | "a masked identifier"
  | "an empty second phone";

type IdentityRecord = { first: string; middle: string; last: string; phones: string[] };
type Members = Record<string, unknown>;
export type Reply = { status: number; body: Members };
type Asked = { type: "bvn" | "nin"; identifier: string };

/** What one provider does otherwise than another. */
type Manners = {
  kind: "dojah" | "prembly";
  isKnown: (headers: IncomingMessage["headers"]) => boolean;
  /** Undefined: no endpoint of it. */
  read: (line: string, query: URLSearchParams, body: Members) => Asked | undefined;
  members: (asked: Asked, record: IdentityRecord) => Members;
  found: (asked: Asked, members: Members) => Reply;
  notFound: (asked: Asked) => Reply;
  replies: Record<
    | "unavailable"
    | "register down"
    | "wrong key"
    | "empty balance"
    | "a status that no document names"
    | "a text that no document names",
    Reply
  >;
};

export type IdentityProvider = AsyncDisposable & {
  url: string;
  appId: string;
  secret: string;
  /** How many lookups arrived with the right key, with any outcome. */
  calls: number;
  /** How many requests arrived without it, or for no endpoint. */
  strays: number;
  /** The records, by identifier. */
  records: Map<string, IdentityRecord>;
  misbehave(how: IdentityMisbehaviour, times?: number): void;
  behave(): void;
  /** Sends what "late" kept. */
  release(): void;
};

/** Starts a server that behaves as a provider's documentation says, until a test tells it not to. */
export async function startIdentityProvider(manners: Manners): Promise<IdentityProvider> {
  const moods = createMoods<"lookup", IdentityMisbehaviour>();
  let kept = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    request.on("error", () => {});
    response.on("error", () => {});
    void serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: IdentityProvider = {
    url,
    appId: "app-of-the-tests",
    secret: "prod_key_of_the_tests",
    calls: 0,
    strays: 0,
    records: new Map(),
    misbehave: (how, times) => moods.misbehave("lookup", how, times),
    behave: moods.behave,
    release: () => {
      kept.resolve();
      kept = Promise.withResolvers<void>();
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await text(request);
    const target = new URL(request.url!, url);
    const body = sent === "" ? {} : (JSON.parse(sent) as Members);
    const asked = manners.read(`${request.method} ${target.pathname}`, target.searchParams, body);
    if (asked === undefined || !manners.isKnown(request.headers)) {
      provider.strays += 1;
      return send(response, manners.replies["wrong key"]);
    }
    provider.calls += 1;
    const how = moods.next("lookup");
    const record = provider.records.get(asked.identifier);
    switch (how) {
      case "hang":
        return;
      case "refuse":
      case "drop":
        return void request.socket.resetAndDestroy();
      case "break":
        return send(response, { status: 500, body: { message: "Internal error" } });
      case "rate limited":
        response.setHeader("retry-after", "30");
        return send(response, { status: 429, body: { message: "Too many requests" } });
      case "unavailable":
      case "register down":
      case "wrong key":
      case "empty balance":
      case "a status that no document names":
      case "a text that no document names":
        return send(response, manners.replies[how]);
      case "not found, of a proxy":
        return void response.writeHead(404, { "content-type": "text/html" }).end("<h1>404 not found</h1>");
      case "a web page":
        return void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Maintenance</h1>");
    }
    if (how === "late") await kept.promise;
    if (record === undefined) return send(response, manners.notFound(asked));
    const members = spoil(how, manners.members(asked, record));
    const reply = manners.found(asked, members);
    const json = JSON.stringify(reply.body);
    if (how === "half a response") return void response.writeHead(200).end(json.slice(0, -3));
    if (how === "a redirect") return void response.writeHead(302, { location: "/elsewhere" }).end(json);
    if (how === "an error with status 200")
      return send(response, { ...reply, body: { ...reply.body, status: false, error: "failed" } });
    return send(response, reply);
  }

  return provider;
}

/** A record in the form that a test wants. */
function spoil(how: IdentityMisbehaviour | undefined, members: Members): Members {
  const isPhone = (name: string) => /phone|mobile|telephone/i.test(name);
  const isDate = (name: string) => /birth|dob/i.test(name);
  const changed = (change: (name: string, value: unknown) => [string, unknown] | undefined) =>
    Object.fromEntries(
      Object.entries(members)
        .flatMap(([name, value]) => [change(name, value) ?? []])
        .filter(({ length }) => length > 0) as [string, unknown][],
    );
  switch (how) {
    case "ten megabytes":
      return { ...members, photo: "x".repeat(10 * 1024 * 1024) };
    case "another person":
      return { ...members, bvn: "99999999999", nin: "99999999999" };
    case "a missing member":
      return changed((name, value) => (isPhone(name) ? undefined : [name, value]));
    case "a masked phone":
      return changed((name, value) => [name, isPhone(name) ? "0803****000" : value]);
    case "a record of other types":
      return changed((name, value) => [name, { value, status: true }]);
    case "other spellings":
      return changed((name, value) => [
        name.includes("_") ? name.replaceAll("_", "") : name.replace(/(?=[A-Z])/g, "_").toUpperCase(),
        value,
      ]);
    case "a date in another form":
      return changed((name, value) => [name, isDate(name) ? 631_152_000 : value]);
    case "a phone as number":
      return changed((name, value) => [name, isPhone(name) ? Number(value) : value]);
    case "a masked identifier":
      return { ...members, bvn: "222****2222", nin: "******" };
    case "an empty second phone":
      return { ...members, phone_number2: "", telephone: null };
    default:
      return members;
  }
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
