/** How a server that stands for a provider treats each kind of question, as a test told it to. */
export function createMoods<Kind, How>() {
  const moods = new Map<Kind, { how: How; left: number }>();
  return {
    /** Treats questions of a kind badly from now on: the next `times`, or all. */
    misbehave: (kind: Kind, how: How, times = Infinity): void => void moods.set(kind, { how, left: times }),
    /** Treats everything well from now on. */
    behave: (): void => moods.clear(),
    /** How the question that has come now is treated; undefined: well. */
    next(kind: Kind): How | undefined {
      const told = moods.get(kind);
      if (told === undefined || told.left <= 0) return undefined;
      told.left -= 1;
      return told.how;
    },
  };
}
