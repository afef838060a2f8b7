import type { Misbehaviour } from "../misbehaviour.ts";

/** Amounts come as text, where the documents have numbers. */
export const misbehaviour: Misbehaviour = {
  name: "strings for numbers",
  begin: (provider) => void (provider.sendsNumbersAsText = true),
  end: (provider) => void (provider.sendsNumbersAsText = false),
};
