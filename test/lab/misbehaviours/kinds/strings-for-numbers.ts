import type { Misbehaviour } from "../misbehaviour.ts";

/** Amounts are text instead of documented numbers. */
export const misbehaviour: Misbehaviour = {
  name: "strings for numbers",
  begin: (provider) => void (provider.sendsNumbersAsText = true),
  end: (provider) => void (provider.sendsNumbersAsText = false),
};
