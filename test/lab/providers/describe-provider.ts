import type { LiveProvider } from "../misbehaviours/misbehaviour.ts";
import type { Conducted, Paid } from "./conduct-provider.ts";
import type { SentNotice } from "./report-notice.ts";

/** A provider, with its payers' transfers and its notices, newest last. */
export type Played = Conducted & { paid: Paid[]; notices: SentNotice[] };

const SHOWN = 20;

/** A provider's data and misbehaviour, newest first. */
export function describeProvider({ provider, misbehaviour, paid, notices }: Played): object {
  return {
    url: provider.url,
    misbehaviour: misbehaviour(),
    transferFeeKobo: Math.round(provider.kind === "monnify" ? Number(provider.fee) * 100 : provider.fee),
    accounts: provider.payments.accountNumbers().slice(-SHOWN).toReversed(),
    paidIn: paid.toReversed(),
    transfers: [...transfersOf(provider)].slice(-SHOWN).toReversed(),
    notices: notices.toReversed(),
  };
}

function* transfersOf(provider: LiveProvider) {
  for (const [reference, { amount, status, timesSent, ...transfer }] of provider.transfers) {
    const { accountNumber, bankCode } = "recipient" in transfer ? transfer.recipient : transfer;
    yield { reference, amountKobo: amount.value, bankCode, accountNumber, status, timesSent };
  }
}
