import { MONNIFY_CONTRACT } from "../gateways/monnify/monnify-payments.ts";
import { inNigeria } from "../helpers/outside/write-statements.ts";
import { sendNotice } from "../helpers/outside/sign-notice.ts";
import { signProviderBody } from "../helpers/outside/sign-provider-body.ts";
import { startMonnify, type Monnify } from "../gateways/monnify/start-monnify.ts";
import { startPaystack, type Paystack } from "../gateways/paystack/start-paystack.ts";
import { startProvider, type Provider } from "../gateways/http/start-provider.ts";

export const keys = {
  http: "a secret that both sides of the gateway know",
  monnify: "SECRET0OF0THE0TESTS",
  paystack: "sk_live_of_the_tests",
};

/** A provider that payers pay through, and how it tells of that. */
export type Bank = AsyncDisposable & {
  server: Provider | Paystack | Monnify;
  /** A payer transfers kobo to an account: the provider's id of it, and the notice that it would send. */
  pay(accountNumber: string, kobo: bigint): { transaction: string; notice: object };
  /** What the provider says of a transaction from now on, and of how it was paid. */
  say(transaction: string, status: string, method?: string): void;
  /** It says from now on that the payer of a transaction paid then. */
  date(transaction: string, paidAt: Date): void;
  /** Sends a notice as the provider does; returns the status of the response. */
  send(url: string, notice: object): Promise<number>;
};

export async function startHttpBank(): Promise<Bank> {
  const server = await startProvider();
  server.listsCredits = true;
  return {
    server,
    pay(accountNumber, kobo) {
      const transaction = `transfer/${server.credits.size} of ${accountNumber}`;
      const recipient = server.recipients.get(accountNumber)!;
      const money = { amount: { value: Number(kobo), currency: "NGN" }, payer: { name: "BOLA ADE" } };
      server.credits.set(transaction, { recipient, ...money });
      return { transaction, notice: { id: transaction, recipient, ...money } };
    },
    say: (transaction, status) => {
      const credit = server.credits.get(transaction)!;
      credit.confirmed = status === "final";
    },
    date: (transaction, paidAt) => {
      server.credits.get(transaction)!.paidAt = paidAt.toISOString();
    },
    send: (url, notice) => {
      const body = JSON.stringify(notice);
      const signature = signProviderBody(keys.http, body);
      return post(`${url}/v1/provider/credits`, body, { "x-provider-signature": signature });
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

export async function startMonnifyBank(kind: "one-time" | "permanent"): Promise<Bank> {
  const server = await startMonnify();
  server.accounts = { kind, contractCode: MONNIFY_CONTRACT, bvn: "22222222222" };
  return {
    server,
    pay: server.payments.pay,
    say: (transaction, status, method = "ACCOUNT_TRANSFER") => {
      Object.assign(server.payments.transactions.get(transaction)!, { status, method });
    },
    date: (transaction, paidAt) => {
      server.payments.transactions.get(transaction)!.paidOn = inNigeria(paidAt.toISOString());
    },
    send: (url, notice) => sendNotice(server, url, notice),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

export async function startPaystackBank(kind: "one-time" | "permanent"): Promise<Bank> {
  const server = await startPaystack();
  server.accounts = { kind, bank: "wema-bank", phone: "+2348000000000" };
  return {
    server,
    pay: server.payments.pay,
    say: (transaction, status, method = kind === "permanent" ? "dedicated_nuban" : "bank_transfer") => {
      Object.assign(server.payments.transactions.get(transaction)!, { status, method });
    },
    date: (transaction, paidAt) => {
      server.payments.transactions.get(transaction)!.paidAt = paidAt.toISOString();
    },
    send: (url, notice) => sendNotice(server, url, notice),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}
