import { SLOW_BANK, type Misbehaviour } from "../misbehaviour.ts";

/** Requests about one bank take seconds, but less than our timeout. */
export const misbehaviour: Misbehaviour = {
  name: "slow for one bank",
  lagMs: (bankCode, random) => (bankCode === SLOW_BANK ? random.between(1_000, 4_000) : 0),
};
