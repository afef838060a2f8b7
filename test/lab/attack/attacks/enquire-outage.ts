import { randomInt } from "node:crypto";
import type { Attack } from "../attack.ts";
import { flood } from "../flood.ts";

export const attack: Attack = {
  title: "a test key makes lookups that fail (name, BVN), 64 at a time",
  run: ({ url, attacker }, signal) =>
    flood({
      url,
      signal,
      clients: 64,
      make: (number) =>
        number % 2 === 0
          ? {
              path: "/v1/banks/verify-account",
              key: attacker.testKey,
              body: { bankCode: "058", accountNumber: "9999999998" },
            }
          : {
              path: "/v1/kyc/bvn",
              key: attacker.testKey,
              body: { bvn: "99999999999", phone: `0803${randomInt(1_000_000, 9_999_999)}` },
            },
    }),
};
