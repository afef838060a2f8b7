/** How many there are, with the word for it. What counts things to do stops at `most`. */
export function countOf(count: number, one: string, many: string, most = Infinity): string {
  const number = count.toLocaleString("en-NG");
  return `${count >= most ? `${number} or more` : number} ${count === 1 ? one : many}`;
}

/** As far as the service counts what needs attention. */
export const MOST = 1_000;
