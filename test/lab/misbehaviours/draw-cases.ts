import type { Random } from "../random.ts";
import type { Misbehaviour } from "./misbehaviour.ts";

/** Each provider's misbehaviours while some payouts are sent. */
export type Case = {
  /** Its line in the table. */
  name: string;
  at: { paystack: Misbehaviour[]; monnify: Misbehaviour[] };
  payouts: number;
};

/**
 * Returns each misbehaviour alone, at each provider and at both; and each pair, one at each provider, either way, and
 * both at one provider. Each gets an equal share of the payouts, at least one; the first ones get the rest. The order
 * is random. `isPlayed`: by name, called in that order.
 */
export function drawCases(
  kinds: readonly Misbehaviour[],
  payouts: number,
  random: Random,
  { isPlayed }: { isPlayed: (name: string) => boolean },
): Case[] {
  const drawn = shuffle(casesOf(kinds), random).filter(({ name }) => isPlayed(name));
  const share = Math.max(1, Math.floor(payouts / drawn.length));
  const left = Math.max(0, payouts - share * drawn.length);
  return drawn.map((each, index) => ({ ...each, payouts: share + (index < left ? 1 : 0) }));
}

function casesOf(kinds: readonly Misbehaviour[]): Omit<Case, "payouts">[] {
  return kinds.flatMap((one, index) => [
    ...placements(one.name, [[one], []], [[], [one]], [[one], [one]]),
    ...kinds
      .slice(index + 1)
      .flatMap((other) =>
        placements(
          `${one.name} + ${other.name}`,
          ...[[[one], [other]] as const, [[other], [one]] as const],
          ...[[[one, other], []] as const, [[], [one, other]] as const],
        ),
      ),
  ]);
}

function shuffle<Item>(items: Item[], random: Random): Item[] {
  const all = [...items];
  for (let last = all.length - 1; last > 0; last -= 1) {
    const drawn = Math.floor(random.next() * (last + 1));
    [all[last], all[drawn]] = [all[drawn]!, all[last]!];
  }
  return all;
}

type Placement = readonly [paystack: readonly Misbehaviour[], monnify: readonly Misbehaviour[]];

function placements(name: string, ...placed: Placement[]) {
  return placed.map(([paystack, monnify]) => ({
    name,
    at: { paystack: [...paystack], monnify: [...monnify] },
  }));
}
