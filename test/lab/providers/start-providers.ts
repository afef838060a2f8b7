import { MONNIFY_CONTRACT } from "../../gateways/monnify/monnify-payments.ts";
import { startMonnify } from "../../gateways/monnify/start-monnify.ts";
import { startPaystack } from "../../gateways/paystack/start-paystack.ts";
import { readKinds } from "../misbehaviours/read-kinds.ts";
import { ENOUGH, type LiveProvider, type Status } from "../misbehaviours/misbehaviour.ts";
import { conductProvider, type Paid } from "./conduct-provider.ts";
import type { Played } from "./describe-provider.ts";
import { reportNotice, type SentNotice } from "./report-notice.ts";
import { startControl } from "./start-control.ts";

/** How many accounts, payments and transfers a provider remembers. */
const KEEP = 1_000;
/** How many of each are shown. */
const SHOWN = 20;
/** The outcome of transfers to these accounts; all others succeed. */
const outcomes: Record<string, Status> = { "0000000002": "failed", "0000000003": "pending" };

export type Providers = AsyncDisposable & {
  /** The control server's address. */
  controlUrl: string;
  /** The settings of a service that uses both. */
  settings: Record<string, string>;
};

/**
 * Starts a Paystack and a Monnify that behave as documented until they are set to misbehave, and their control server,
 * all on 127.0.0.1: the control on `port`, Paystack on the next, Monnify after that. They report to the service at
 * `serviceUrl`. Rejects if a port is taken. They only remember the newest data, so that they can run for days.
 */
export async function startProviders(options: { port: number; serviceUrl: string }): Promise<Providers> {
  const { port, serviceUrl } = options;
  await using started = new AsyncDisposableStack();
  const paystack = started.use(await startPaystack({ port: port + 1, keep: KEEP }));
  const monnify = started.use(await startMonnify({ port: port + 2, keep: KEEP }));
  const stopping = new AbortController();
  const played = Object.fromEntries(
    [paystack, monnify].map((provider) => [provider.kind, play(provider, serviceUrl, stopping.signal)]),
  ) as Record<LiveProvider["kind"], Played>;
  started.defer(() => {
    stopping.abort();
    for (const { stop } of Object.values(played)) stop();
  });
  const settings = {
    ...paystack.env,
    ...monnify.env,
    LIVE_GATEWAYS: "paystack,monnify",
    PAYSTACK_ACCOUNTS: "one-time",
    PAYSTACK_WEBHOOK_KEYS: paystack.secret,
    MONNIFY_ACCOUNTS: "one-time",
    MONNIFY_CONTRACT_CODE: MONNIFY_CONTRACT,
    MONNIFY_WEBHOOK_KEYS: monnify.secret,
  };
  const misbehaviours = await readKinds();
  const control = started.use(await startControl(port, { played, settings, misbehaviours }));
  const keep = started.move();
  return { controlUrl: control.url, settings, [Symbol.asyncDispose]: () => keep.disposeAsync() };
}

function play(provider: LiveProvider, url: string, signal: AbortSignal): Played {
  Object.assign(provider, { balance: ENOUGH, retryAfterS: 5 });
  for (const [account, status] of Object.entries(outcomes)) provider.outcomes.set(account, { status });
  const paid: Paid[] = [];
  const notices: SentNotice[] = [];
  let underWay = 0;
  async function report(notice: object): Promise<void> {
    // While the service is down, only these are retried; others are lost.
    if (underWay >= KEEP) return;
    underWay += 1;
    addNewest(notices, await reportNotice(provider, { url, notice, signal }));
    underWay -= 1;
  }
  const conducted = conductProvider(provider, { keep: KEEP, send: (notice) => void report(notice) });
  return {
    ...conducted,
    paid,
    notices,
    pay(accountNumber, amountKobo) {
      const one = conducted.pay(accountNumber, amountKobo);
      addNewest(paid, one);
      return one;
    },
  };
}

function addNewest<Item>(items: Item[], item: Item): void {
  items.push(item);
  if (items.length > SHOWN) items.shift();
}
