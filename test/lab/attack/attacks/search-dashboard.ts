import type { Attack } from "../attack.ts";
import { createPeople } from "../create-people.ts";
import { flood } from "../flood.ts";
import { attack as readLists } from "./read-lists.ts";

const paths = [
  "/test/search?q=pyt_00000000000000000000000000",
  "/test/search?q=9920000001",
  "/test/search?q=Ada",
  "/test/events?limit=100",
  "/test/payouts?limit=100",
  "/test/collections?limit=100",
  "/test/requests?limit=100",
  "/test/summary",
];
const PEOPLE = 20;
let people: Record<string, string>[] = [];

export const attack: Attack = {
  title: `${PEOPLE} viewers search and read lists and the summary, with 100,000 events, 32 at a time`,
  prepare: async (target) => {
    await readLists.prepare!(target);
    people = await createPeople(target, PEOPLE, "viewer");
  },
  run: ({ url }, signal) =>
    flood({
      url,
      signal,
      clients: 32,
      make: (number) => ({
        path: `/dashboard/api${paths[number % paths.length]!}`,
        headers: people[number % PEOPLE]!,
      }),
    }),
};
