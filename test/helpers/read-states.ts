import { readFile } from "node:fs/promises";

/** A row of a table of states: the state that an event leads to, with its journals and webhook events. */
type Step = { state: string; event: string; next: string; journals: string[]; told: string[] };

const listOf = (cell: string) => (cell === "" ? [] : cell.split(", "));

/** The rows of the table in sql/<domain>/states.md. */
export async function readStates(domain: string): Promise<Step[]> {
  const document = await readFile(new URL(`../../sql/${domain}/states.md`, import.meta.url), "utf8");
  return [...document.matchAll(/^\| (.+) \|$/gm)]
    .map(([, row]) => row!.split("|").map((cell) => cell.trim()))
    .slice(2)
    .map(([state, event, next, journals, told]) => ({
      state: state!,
      event: event!,
      next: next!,
      journals: listOf(journals!),
      told: listOf(told!),
    }));
}
