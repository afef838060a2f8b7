import { expect, test } from "vitest";
import { shareCalls } from "../../sql/process/batching/share-calls.ts";

const later = () => performance.now() + 60_000;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Shared calls of items such as "ada 1", whose owner is their first word. The test unlocks an owner. */
function createCalls(...locked: string[]) {
  const calls: { items: string[]; waits: boolean }[] = [];
  const unlocked = new Map(locked.map((owner) => [owner, Promise.withResolvers<void>()]));
  const ownerOf = (item: string) => item.split(" ")[0]!;
  const lockedOf = (item: string) => ({ outcome: "locked", text: ownerOf(item) });
  const done = (text: string) => ({ outcome: "done", text });
  // Without a result, the owner of an item with ? is not known.
  const share = shareCalls({
    name: "test",
    most: 100,
    mostWaiting: 100,
    call: async (items: string[], waits) => {
      calls.push({ items, waits });
      if (!waits) {
        return items.map((item) => (unlocked.has(ownerOf(item)) ? lockedOf(item) : done(`${item} shared`)));
      }
      await unlocked.get(ownerOf(items[0]!))?.promise;
      return items.map((item, index) =>
        items.indexOf(item) < index ? lockedOf(item) : done(`${item} waited`),
      );
    },
    ownerOf: (item, row) => row?.text ?? (item.endsWith("?") ? "" : ownerOf(item)),
  });
  return {
    calls,
    add: async (item: string) => (await share(item, later())).text,
    unlock: (owner: string) => unlocked.get(owner)!.resolve(),
  };
}

test("an item whose locks somebody else has waits for them, and only those of its owner with it", async () => {
  const { calls, add, unlock } = createCalls("ada");
  const first = add("ada 1");
  await settled();
  const more = [add("ada 2"), add("ada 3")];
  expect(await add("bola 1")).toBe("bola 1 shared");
  expect(calls).toEqual([
    { items: ["ada 1"], waits: false },
    { items: ["ada 1"], waits: true },
    { items: ["bola 1"], waits: false },
  ]);
  unlock("ada");
  expect(await Promise.all([first, ...more])).toEqual(["ada 1 waited", "ada 2 waited", "ada 3 waited"]);
  expect(calls.at(-1)).toEqual({ items: ["ada 2", "ada 3"], waits: true });
  // When none of that owner's items waits any more, the next one waits for no lock again.
  const last = add("ada 4");
  await last;
  expect(calls.slice(-2).map(({ waits }) => waits)).toEqual([false, true]);
});

test("an owner is known from the call, where the item does not tell, and owners do not wait for each other", async () => {
  const { add, unlock } = createCalls("ada", "bola");
  const [ada, bola] = [add("ada 1?"), add("bola 1?")];
  unlock("bola");
  expect(await bola).toBe("bola 1? waited");
  unlock("ada");
  expect(await ada).toBe("ada 1? waited");
});

test("an item that a waiting call passes over, as it was there twice, is called again", async () => {
  const { calls, add, unlock } = createCalls("ada");
  const first = add("ada 1");
  await settled();
  const twice = [add("ada 2"), add("ada 2")];
  unlock("ada");
  expect(await Promise.all([first, ...twice])).toEqual(["ada 1 waited", "ada 2 waited", "ada 2 waited"]);
  expect(calls.slice(-2).map(({ items }) => items)).toEqual([["ada 2", "ada 2"], ["ada 2"]]);
});
