/** A count with its noun. Counts of things to do stop at `most`. */
export function countOf(count: number, one: string, many: string, most = Infinity): string {
  const number = count.toLocaleString("en-NG");
  return `${count >= most ? `${number} or more` : number} ${count === 1 ? one : many}`;
}

/** The service counts what needs attention up to this. */
export const MOST = 1_000;
