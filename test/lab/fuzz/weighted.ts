import fc from "fast-check";

/** One of several arbitraries, with probabilities by weight. */
export function weighted<Value>(
  ...choices: (readonly [weight: number, arbitrary: fc.Arbitrary<Value>])[]
): fc.Arbitrary<Value> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}
