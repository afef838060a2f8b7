import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";
import { tryToSend } from "../client/send.ts";
import { signNotice, transferNotice } from "../../helpers/outside/sign-notice.ts";
import type { LiveProvider, Notifying, Status } from "./misbehaviour.ts";

type Notice = { reference: string; status: Status };

export type Notices = {
  /** Notifies the ingress of a transfer's status, in one of these ways. */
  send(notice: Notice, how: Notifying): void;
  /** Sends held notices, and resolves when all have arrived. */
  catchUp(): Promise<void>;
};

/**
 * A provider's notices. "once" and "twice": within a moment, the two at once. "late": with catchUp(), in order. "out of
 * order": at once, or with catchUp(), newest first.
 */
export function startNotices(provider: LiveProvider, ingressUrl: string, random: Random): Notices {
  const underWay = new Set<Promise<void>>();
  const late: Notice[] = [];
  const newestFirst: Notice[] = [];

  function deliver(notice: Notice, afterMs: number): void {
    const delivery = sleep(afterMs).then(() => post(provider, ingressUrl, notice));
    underWay.add(delivery);
    void delivery.finally(() => underWay.delete(delivery));
  }

  return {
    send(notice, how) {
      if (how === "late") late.push(notice);
      if (how === "out of order") {
        if (random.next() < 0.5) deliver(notice, 0);
        else newestFirst.unshift(notice);
      }
      if (how !== "once" && how !== "twice") return;
      const afterMs = random.between(0, 300);
      deliver(notice, afterMs);
      if (how === "twice") deliver(notice, afterMs);
    },
    async catchUp() {
      for (const notice of [...late.splice(0), ...newestFirst.splice(0)])
        await post(provider, ingressUrl, notice);
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** A provider repeats a notice until it is accepted. Pending transfers have none. */
async function post(provider: LiveProvider, url: string, { reference, status }: Notice): Promise<void> {
  if (status === "pending") return;
  const { path, request } = signNotice(provider, transferNotice(provider, { reference, status }));
  for (;;) {
    const response = await tryToSend(`${url}${path}`, request);
    if (response?.status === 200) return;
    await sleep(200);
  }
}
