import { SLOW_BANK, type Misbehaviour } from "../misbehaviour.ts";

/** What is about one bank takes seconds, though less than the time after which we stop waiting. */
export const misbehaviour: Misbehaviour = {
  name: "slow for one bank",
  lagMs: (bankCode, random) => (bankCode === SLOW_BANK ? random.between(1_000, 4_000) : 0),
};
