import { ENOUGH, type Misbehaviour } from "../misbehaviour.ts";

/** Our float there covers only a payout or two. */
export const misbehaviour: Misbehaviour = {
  name: "insufficient float",
  begin: (provider) => void (provider.balance = 60_000),
  end: (provider) => void (provider.balance = ENOUGH),
};
