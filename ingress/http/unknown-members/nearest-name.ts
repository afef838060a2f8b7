/** The one of `names` that `given` probably means; undefined if none is similar. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const distances = names.map((name) => ({ name, distance: distance(folded(given), folded(name)) }));
  const nearest = distances.toSorted((a, b) => a.distance - b.distance)[0];
  return nearest !== undefined && nearest.distance <= folded(nearest.name).length / 3
    ? nearest.name
    : undefined;
}

/** payout_account_id and payoutAccountID are the same to people. */
const folded = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** How many letters have to be added, removed or replaced to make one text of the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = row[column - 1]! + (to[column - 1] === letter ? 0 : 1);
      next.push(Math.min(replaced, row[column]! + 1, next[column - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
