import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { z } from "zod";
import type { LiveProvider, Misbehaviour } from "../misbehaviours/misbehaviour.ts";
import { describeProvider, type Played } from "./describe-provider.ts";

type Kind = LiveProvider["kind"];
type Told = {
  played: Record<Kind, Played>;
  settings: Record<string, string>;
  misbehaviours: readonly Misbehaviour[];
};

const LONGEST_BODY = 10_000;

/** A command that cannot be carried out, with the reason. */
class Refusal extends Error {}

const provider = z.enum(["paystack", "monnify"], { error: "must be paystack or monnify" });
const bodies = {
  pay: z.object({
    accountNumber: z.string({ error: "must be the number of an account, as text" }),
    amountKobo: z.int({ error: "must be whole kobo" }).positive({ error: "must be more than 0" }),
  }),
  misbehave: z.object({ provider, how: z.string({ error: "must be the name of a misbehaviour" }) }),
  behave: z.object({ provider }),
  turn: z.object({
    reference: z.string({ error: "must be the reference of a payout" }),
    status: z.enum(["pending", "succeeded", "failed", "reversed"], {
      error: "must be pending, succeeded, failed or reversed",
    }),
  }),
};

/**
 * Starts the control server on 127.0.0.1, which takes commands for the providers and shows their data. Rejects if the
 * port is taken.
 */
export async function startControl(port: number, told: Told): Promise<AsyncDisposable & { url: string }> {
  const paths = createPaths(told);
  const server = createServer((request, response) => {
    request.on("error", () => {});
    void respond(paths, request, response);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Paths = Record<string, (body: unknown) => object>;

function createPaths({ played, settings, misbehaviours }: Told): Paths {
  const names = misbehaviours.map(({ name }) => name);
  const all = Object.values(played);
  return {
    "GET /": () => ({
      ...Object.fromEntries(all.map((one) => [one.provider.kind, describeProvider(one)])),
      misbehaviours: names,
    }),
    "GET /settings": () => settings,
    "POST /pay"(body) {
      const { accountNumber, amountKobo } = bodies.pay.parse(body);
      const owner = all.find((one) => one.provider.payments.accountNumbers().includes(accountNumber));
      if (owner === undefined) throw new Refusal(`accountNumber: neither provider has ${accountNumber}`);
      return { provider: owner.provider.kind, ...owner.pay(accountNumber, amountKobo) };
    },
    "POST /misbehave"(body) {
      const { provider: kind, how } = bodies.misbehave.parse(body);
      const chosen = misbehaviours.find(({ name }) => name === how);
      if (chosen === undefined) throw new Refusal(`how: must be one of ${names.join("; ")}`);
      played[kind].misbehave(chosen);
      return { provider: kind, misbehaviour: how };
    },
    "POST /behave"(body) {
      const { provider: kind } = bodies.behave.parse(body);
      played[kind].behave();
      return { provider: kind, misbehaviour: null };
    },
    "POST /turn"(body) {
      const { reference, status } = bodies.turn.parse(body);
      const owners = all.filter((one) => one.provider.transfers.has(reference));
      if (owners.length === 0) throw new Refusal(`reference: neither provider has ${reference}`);
      for (const owner of owners) owner.turn(reference, status);
      return { reference, status, providers: owners.map((one) => one.provider.kind) };
    },
  };
}

async function respond(paths: Paths, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const act = paths[`${request.method} ${request.url}`];
  if (act === undefined) return send(response, 404, { error: `there is ${Object.keys(paths).join(", ")}` });
  try {
    const body = await readBody(request);
    send(response, 200, act(body === "" ? {} : JSON.parse(body)));
  } catch (error) {
    send(response, 400, { error: describeError(error) });
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) {
    body += chunk;
    if (body.length > LONGEST_BODY) throw new Refusal("the body is too long");
  }
  return body;
}

function describeError(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  if (error instanceof SyntaxError) return "the body must be JSON";
  return (error as Error).message;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(`${JSON.stringify(body, null, 2)}\n`);
}
