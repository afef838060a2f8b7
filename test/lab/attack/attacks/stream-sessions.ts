import { randomBytes } from "node:crypto";
import { tryToSend } from "../../client/send.ts";
import type { Attack } from "../attack.ts";
import { addressOf, listen } from "../flood.ts";

const STREAMS = 300;

export const attack: Attack = {
  title: `a stranger listens to one checkout session ${STREAMS} times`,
  run: async ({ url, attacker }, signal) => {
    const key = randomBytes(32).toString("base64url");
    const session = `${url}/pay/${attacker.liveSlug}/session`;
    const body = { email: "payer@example.com", amount: 100_000 };
    await tryToSend(session, { address: addressOf(0), key, body });
    const make = (number: number) => ({ key, address: addressOf(number % 5) });
    return listen(`${session}/events`, { streams: STREAMS, signal, pauseMs: 1_000, make });
  },
};
