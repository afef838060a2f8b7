import { setTimeout as sleep } from "node:timers/promises";
import { sendNotice, type Notifier } from "../../helpers/outside/sign-notice.ts";

/** The pauses before a failed notice is repeated. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000];

/** A provider's notice, its transfer or transaction, and the last response's status; null: none. */
export type SentNotice = {
  time: string;
  event: string | undefined;
  about: string | undefined;
  response: number | null;
};

/** Reports to the service at `url` as a provider does, repeating until it is accepted; gives up after half a minute. */
export async function reportNotice(
  provider: Notifier,
  { url, notice, signal }: { url: string; notice: Notice; signal: AbortSignal },
): Promise<SentNotice> {
  let response: number | null = null;
  for (const pause of [0, ...PAUSES_MS]) {
    await sleep(pause, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    response = await sendNotice(provider, url, notice).catch(() => null);
    if (response === 200) break;
  }
  const { reference, transactionReference } = notice.data ?? notice.eventData ?? {};
  return {
    time: new Date().toISOString(),
    event: notice.event ?? notice.eventType,
    about: transactionReference ?? reference,
    response,
  };
}

/** In Paystack's form, and in Monnify's. */
type Notice = { event?: string; eventType?: string; data?: Subject; eventData?: Subject };
type Subject = { reference?: string; transactionReference?: string };
