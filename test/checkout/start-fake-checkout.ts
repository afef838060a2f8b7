import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readBuiltFiles } from "../../ingress/checkout/read-built-files.ts";
import type { CheckoutLink } from "../../ingress/checkout/checkout-link.ts";
import { pageFacts, type Embedding } from "../../ingress/checkout/page-renderer.ts";
import { checkoutPolicy } from "../../ingress/checkout/show-page.ts";
import type { Session } from "../../widget/checkout/session/session.ts";

export const naira = (amount: number) => ({ value: amount * 100, currency: "NGN" });

/** A link for ₦5,000 whose payer is asked for an email. */
export const cakeLink: CheckoutLink = {
  slug: "aaaaaaaaaaaaaaaaaaaaaa",
  title: "Chocolate birthday cake",
  merchantName: "Ada’s Bakery",
  amountType: "fixed",
  amount: naira(5_000),
  status: "active",
  environment: "live",
  isEmailKnown: false,
};

const { amount: _none, ...openTerms } = cakeLink;

/** The same, but that the payer says how much as well. */
export const openLink: CheckoutLink = { ...openTerms, amountType: "open" };

/** The same as cakeLink, but that there is nothing to ask. */
export const knownLink: CheckoutLink = { ...cakeLink, isEmailKnown: true };

/** What the payer of cakeLink sees once there is an account. */
export const cakeSession = {
  status: "awaiting_payment",
  reference: "col_9f2c4e61ab7d45d0",
  amount: naira(5_000),
  amountReceived: naira(0),
  amountDue: naira(5_000),
  bankAccount: {
    bankName: "Sandbox Microfinance Bank",
    accountNumber: "0123456789",
    accountName: "ADA’S BAKERY / CHECKOUT",
  },
  isLinkOpen: true,
} satisfies Partial<Session>;

type Call = { method: string; path: string; body: string; authorization: string | undefined };

export type FakeCheckout = AsyncDisposable & {
  origin: string;
  url: string;
  /** What is served; may be changed at any time. */
  link: CheckoutLink | undefined;
  embedding: Embedding | undefined;
  calls: Call[];
  /** Changes the session and tells those who listen. */
  change(session: Partial<Session>): void;
  /** Changes one payer's session alone, by the authorization that it was started with, and tells nobody. */
  changeOnly(authorization: string | undefined, session: Partial<Session>): void;
  /** Puts the server's clock forward, and tells nobody. */
  advance(minutes: number): void;
  /** The response to POST /session instead of a session; undefined: a session. */
  refusal: { status: number; body: unknown } | undefined;
  /** Forgets all sessions, and cuts their streams. */
  forget(): void;
  /** False: starting a session gets the response that it took too long. */
  isPatient: boolean;
  /** Responds to the calls of sessions with this status. */
  failing: number | undefined;
  /** Sent with those responses. */
  retryAfter: number | undefined;
  /** Leaves the calls of sessions without a response. */
  isSilent: boolean;
  /** Takes no streams, and cuts those that are open. */
  setStreaming(isStreaming: boolean): void;
  streams: Set<ServerResponse>;
  /** Sent as it is to those who listen. */
  write(text: string): void;
};

/** The calls that asked for an account. */
export const startsOf = ({ calls }: FakeCheckout) =>
  calls.filter(({ method, path }) => method === "POST" && path.endsWith("/session"));

/** The calls that asked how a session stands. */
export const readsOf = ({ calls }: FakeCheckout) =>
  calls.filter(({ method, path }) => method === "GET" && path.endsWith("/session"));

/** A fake of the checkout's server, which can misbehave: cut streams, errors, a wrong clock. */
export async function startFakeCheckout(): Promise<FakeCheckout> {
  const { script, stylesheet, renderer } = await readBuiltFiles();
  const assets = { script: `/checkout/${script.name}`, stylesheet: `/checkout/${stylesheet.name}` };
  const streams = new Set<ServerResponse>();
  const known = new Set<string>();
  let isStreaming = true;
  let offsetMs = 0;
  let expiresAt = 0;
  let session: Partial<Session> = cakeSession;
  const changesOf = new Map<string, Partial<Session>>();
  const now = () => Date.now() + offsetMs;
  const current = (token = "") => ({
    expiresAt: new Date(expiresAt).toISOString(),
    ...session,
    ...changesOf.get(token),
    now: new Date(now()).toISOString(),
  });
  const eventText = (token?: string) => `data: ${JSON.stringify(current(token))}\n\n`;

  const server = createServer((request, response) => void respond(request, response));

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url!, fake.origin);
    const body = await readBody(request);
    const { method = "", headers } = request;
    fake.calls.push({ method, path: pathname, body, authorization: headers.authorization });
    const file = { [assets.script]: script.text, [assets.stylesheet]: stylesheet.text }[pathname];
    if (file !== undefined) {
      const type = pathname.endsWith(".js") ? "text/javascript" : "text/css";
      return void response.writeHead(200, { "content-type": type }).end(file);
    }
    if (pathname === "/shop") {
      return void response.writeHead(200, { "content-type": "text/html" }).end(shopPage(fake.url));
    }
    if (!pathname.startsWith("/pay/")) return void response.writeHead(200).end();
    const suffix = pathname.replace(/^\/pay\/[^/]+/, "");
    if (suffix === "") return sendPage(response);
    if (fake.isSilent) return;
    if (fake.failing !== undefined) {
      if (fake.retryAfter !== undefined) response.setHeader("retry-after", fake.retryAfter);
      return send(response, fake.failing, { error: { code: "X", message: "x" } });
    }
    const token = request.headers.authorization ?? "";
    if (request.method === "POST" && suffix === "/session") {
      if (fake.refusal !== undefined) return send(response, fake.refusal.status, fake.refusal.body);
      if (!known.has(token)) expiresAt = now() + 30 * 60_000;
      known.add(token);
      if (!fake.isPatient) return send(response, 500, { error: { code: "INTERNAL_ERROR", message: "x" } });
      return send(response, 201, { data: current(token) });
    }
    if (!known.has(token)) return send(response, 404, { error: { code: "NOT_FOUND", message: "x" } });
    if (suffix === "/session/events") return sendStream(response, token);
    if (suffix === "/session/transfer") fake.change(paid());
    send(response, 200, { data: current(token) });
  }

  function sendPage(response: ServerResponse): void {
    const { link, embedding } = fake;
    response.writeHead(link === undefined ? 404 : 200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": checkoutPolicy.join("; "),
      "cache-control": "no-store",
    });
    response.end(
      link === undefined
        ? renderer.renderUnknownPage(assets)
        : renderer.renderPage(pageFacts(link, embedding), assets),
    );
  }

  function sendStream(response: ServerResponse, token: string): void {
    if (!isStreaming) return send(response, 503, { error: { code: "SERVICE_UNAVAILABLE", message: "x" } });
    response.writeHead(200, { "content-type": "text/event-stream" }).write(eventText(token));
    streams.add(response);
    response.once("close", () => streams.delete(response));
  }

  function paid(): Partial<Session> {
    const { amount = naira(0) } = session;
    return { status: "succeeded", amountReceived: amount, amountDue: naira(0) };
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: FakeCheckout = {
    origin,
    url: `${origin}/pay/${cakeLink.slug}`,
    link: cakeLink,
    embedding: undefined,
    calls: [],
    refusal: undefined,
    isPatient: true,
    failing: undefined,
    retryAfter: undefined,
    isSilent: false,
    streams,
    change(changes) {
      session = { ...session, ...changes };
      fake.write(eventText());
    },
    changeOnly: (authorization = "", changes) => void changesOf.set(authorization, changes),
    advance: (minutes) => (offsetMs += minutes * 60_000),
    forget() {
      known.clear();
      for (const stream of streams) stream.destroy();
    },
    setStreaming(open) {
      isStreaming = open;
      if (!open) for (const stream of streams) stream.destroy();
    },
    write: (text) => streams.forEach((stream) => stream.write(text)),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** A page of a merchant that fills the window with the checkout. */
function shopPage(checkoutUrl: string): string {
  return `<!doctype html><html lang="en"><title>Shop</title><body style="margin: 0">
<iframe title="Checkout" src="${checkoutUrl}" style="display: block; width: 100vw; height: 100vh; border: 0"></iframe>`;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}
