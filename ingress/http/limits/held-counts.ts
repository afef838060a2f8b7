export type HeldCounts = {
  /** How many a holder has now. */
  heldBy(holder: string): number;
  /** Whether each of the holders has fewer than `most`. */
  hasRoom(holders: readonly string[], most: number): boolean;
  /** Adds one to the count of each holder. Returns the function that takes it back, to be called once. */
  hold(holders: readonly string[]): () => void;
};

/** Counts what each holder, such as a person or a network, has at the same time in this process. */
export function createHeldCounts(): HeldCounts {
  const held = new Map<string, number>();
  const heldBy = (holder: string) => held.get(holder) ?? 0;
  return {
    heldBy,
    hasRoom: (holders, most) => holders.every((holder) => heldBy(holder) < most),
    hold(holders) {
      for (const holder of holders) held.set(holder, heldBy(holder) + 1);
      return () => {
        for (const holder of holders) {
          const left = heldBy(holder) - 1;
          if (left === 0) held.delete(holder);
          else held.set(holder, left);
        }
      };
    },
  };
}
