import { expect, test } from "vitest";
import { startReceiver } from "../../helpers/outside/start-receiver.ts";
import { findFreePorts } from "./find-free-ports.ts";
import { startProviders } from "./start-providers.ts";

async function play(serviceUrl: string) {
  const providers = await startProviders({ port: await findFreePorts(3), serviceUrl });
  const ask = async (path: string, body?: unknown) => {
    const sent = typeof body === "string" ? body : JSON.stringify(body);
    const request = body === undefined ? {} : { method: "POST", body: sent };
    const response = await fetch(`${providers.controlUrl}${path}`, request);
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into responses freely
    return { status: response.status, body: (await response.json()) as any };
  };
  return { providers, ask, [Symbol.asyncDispose]: () => providers[Symbol.asyncDispose]() };
}

test("an order that cannot be carried out is refused, and the answer names what would be right", async () => {
  await using played = await play("http://127.0.0.1:1");
  const { misbehaviours } = (await played.ask("/")).body;
  for (const [path, body, said] of [
    [
      "/pay",
      { accountNumber: "9999999999", amountKobo: 1 },
      "accountNumber: neither provider has 9999999999",
    ],
    [
      "/pay",
      { accountNumber: 5, amountKobo: 1.5 },
      /accountNumber: must be .*amountKobo: must be whole kobo/,
    ],
    ["/misbehave", { provider: "paystack", how: "sulk" }, misbehaviours.join("; ")],
    ["/misbehave", { provider: "http", how: "answer 500" }, "provider: must be paystack or monnify"],
    ["/turn", { reference: "pyt_none", status: "failed" }, "reference: neither provider has pyt_none"],
    ["/turn", { reference: "pyt_none", status: "lost" }, "status: must be pending, succeeded"],
    ["/behave", "{", "the body must be JSON"],
    ["/behave", "x".repeat(20_000), "the body is too long"],
  ] as const) {
    const answer = await played.ask(path, body);
    expect(answer.status, path).toBe(400);
    expect(answer.body.error).toMatch(said);
  }
  expect((await played.ask("/elsewhere", {})).status).toBe(404);
  for (const how of misbehaviours)
    expect((await played.ask("/misbehave", { provider: "monnify", how })).body).toEqual({
      provider: "monnify",
      misbehaviour: how,
    });
});

test("a notice is signed, sent again until it is taken, and shown; what is to come does not hold up the end", async () => {
  await using receiver = await startReceiver((response, _request, index) =>
    response.writeHead(index === 0 ? 503 : 200).end(),
  );
  await using played = await play(new URL("/", receiver.url).origin);
  const { settings } = played.providers;
  const url = `${settings.PAYSTACK_URL}/charge`;
  const headers = { authorization: `Bearer ${settings.PAYSTACK_SECRET_KEY}` };
  const bank_transfer = { account_expires_at: new Date(Date.now() + 60_000).toISOString() };
  const body = JSON.stringify({ email: "va@localhost", amount: "5000", reference: "va-1", bank_transfer });
  const charged = await fetch(url, { method: "POST", headers, body });
  const { data } = (await charged.json()) as { data: { account_number: string } };

  const paid = await played.ask("/pay", { accountNumber: data.account_number, amountKobo: 5_000 });
  expect(paid.body).toMatchObject({ provider: "paystack", transaction: "va-1", status: "success" });
  const shown = async () => (await played.ask("/")).body.paystack;
  await expect.poll(shown).toMatchObject({
    paidIn: [{ amountKobo: 5_000 }],
    accounts: [data.account_number],
    notices: [{ event: "charge.success", about: "va-1", response: 200 }],
  });
  expect(receiver.requests).toHaveLength(2);
  for (const request of receiver.requests) {
    expect(request.url).toBe("/providers/paystack/webhook");
    expect(request.headers["x-paystack-signature"]).toMatch(/^[0-9a-f]{128}$/);
  }
});
