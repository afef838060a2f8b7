import { randomInt } from "node:crypto";
import type { Attack } from "../attack.ts";
import { addressOf, flood } from "../flood.ts";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const guess = () => Array.from({ length: 32 }, () => letters[randomInt(letters.length)]).join("");

export const attack: Attack = {
  title: "a stranger guesses keys from 3 addresses, 32 at a time",
  run: ({ url }, signal) =>
    flood({
      url,
      signal,
      clients: 32,
      make: (number) => ({ path: "/v1/balances", key: `sk_live_${guess()}`, address: addressOf(number % 3) }),
    }),
};
