import { describe, expect, onTestFinished, test } from "vitest";
import { createBatches } from "../../sql/process/batching/batches.ts";
import { DeadlinePassed, NoDatabaseConnection } from "../../sql/process/connections/connect-fairly.ts";

const refusal = () => Object.assign(new Error("refused"), { code: "PB005" });
const soon = () => performance.now() + 20;
const later = () => performance.now() + 60_000;

const place = { queue: "line", owner: "owner" };
const another = { queue: "another", owner: "owner" };

/** Batches of numbers, whose calls end when the test says so, and all with the test: no deadline outlives it. */
function createNumbers({ most = 100, mostWaiting = 100 } = {}) {
  const calls: { items: number[]; end: (error?: Error) => void }[] = [];
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
    for (const { end } of calls) end();
  });
  const batches = createBatches<number, string>({
    name: "test",
    most,
    mostWaiting,
    call: (items) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) =>
          error === undefined ? resolve(items.map((item) => `${item} done`)) : reject(error);
        calls.push({ items, end });
        if (isOver) end();
      }),
  });
  const add = (...items: number[]) => items.map((item) => batches.add(place, item, later()));
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { batches, calls, add, settled };
}

describe("batches", () => {
  test("send the first item at once, and those that come meanwhile together, each with its own result", async () => {
    const { calls, add, settled } = createNumbers({ most: 2 });
    const results = add(1, 2, 3, 4);
    expect(calls.map(({ items }) => items)).toEqual([[1]]);
    for (let index = 0; index < 3; index += 1) {
      calls[index]!.end();
      await settled();
    }
    expect(calls.map(({ items }) => items)).toEqual([[1], [2, 3], [4]]);
    expect(await Promise.all(results)).toEqual(["1 done", "2 done", "3 done", "4 done"]);
    add(5);
    expect(calls.at(-1)!.items).toEqual([5]);
  });

  test("of one line do not wait for those of another", () => {
    const { batches, calls } = createNumbers();
    void batches.add(place, 1, later());
    void batches.add(another, 2, later());
    expect(calls.map(({ items }) => items)).toEqual([[1], [2]]);
  });

  test("are halved where the database refuses one item, which alone fails", async () => {
    const sent: number[][] = [];
    const poison = 3;
    const batches = createBatches<number, number>({
      name: "test",
      most: 100,
      mostWaiting: 100,
      call: async (items) => {
        sent.push(items);
        if (items.includes(poison)) throw refusal();
        return items;
      },
    });
    const results = await Promise.allSettled(
      [1, 2, 3, 4, 5].map((item) => batches.add(place, item, later())),
    );
    expect(results.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "fulfilled",
      "fulfilled",
    ]);
    expect(sent).toEqual([[1], [2, 3, 4, 5], [2, 3], [2], [3], [4, 5]]);
  });

  test("fail together, and are not sent again, where it is not known what the call did", async () => {
    const { calls, add, settled } = createNumbers();
    const [first, ...others] = add(1, 2, 3);
    calls[0]!.end();
    await first;
    await settled();
    const lost = new Error("Connection terminated unexpectedly");
    calls[1]!.end(lost);
    for (const other of others) await expect(other).rejects.toBe(lost);
    expect(calls).toHaveLength(2);
    add(4);
    expect(calls.at(-1)!.items).toEqual([4]);
  });

  test("end an item's wait at its deadline: unsent it is not sent any more, sent its outcome is not known", async () => {
    const { batches, calls, settled } = createNumbers();
    const sent = batches.add(place, 1, soon());
    const unsent = batches.add(place, 2, soon());
    await expect(sent).rejects.toThrow(DeadlinePassed);
    await expect(unsent).rejects.toThrow(NoDatabaseConnection);
    const third = batches.add(place, 3, later());
    calls[0]!.end();
    await settled();
    expect(calls.map(({ items }) => items)).toEqual([[1], [3]]);
    calls[1]!.end();
    expect(await third).toBe("3 done");
  });

  test("are given up unsent before an item's time is over, and go without it", async () => {
    const sent: number[][] = [];
    const batches = createBatches<number, number>({
      name: "test",
      most: 100,
      mostWaiting: 100,
      call: async (items, { deadline, sendBy }) => {
        expect(deadline).toBeGreaterThan(sendBy);
        if (items.includes(0)) return items;
        if (performance.now() >= sendBy) throw new NoDatabaseConnection("nothing was sent");
        sent.push(items);
        return items;
      },
    });
    // The call of the first item is under way, so the others go together.
    const results = await Promise.allSettled([
      batches.add(place, 0, later()),
      batches.add(place, 1, later()),
      batches.add(place, 2, soon()),
      batches.add(place, 3, later()),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      ...["fulfilled", "fulfilled", "rejected", "fulfilled"],
    ]);
    expect(sent).toEqual([[1, 3]]);
  });

  test("take the owners of a line in turn, each owner's items in their order", async () => {
    const { batches, calls, add, settled } = createNumbers({ most: 3 });
    const waits = [...add(0, 1, 2, 3, 4)];
    for (const [owner, item] of [
      ["second", 21],
      ["second", 22],
      ["third", 31],
    ] as const) {
      waits.push(batches.add({ queue: "line", owner }, item, later()));
    }
    for (let index = 0; index < 4; index += 1) {
      calls[index]!.end();
      await settled();
    }
    expect(calls.map(({ items }) => items)).toEqual([[0], [1, 21, 31], [2, 22, 3], [4]]);
    await Promise.all(waits);
  });

  test("refuse what comes where too many of its owner wait in its line", async () => {
    const { batches, add } = createNumbers({ mostWaiting: 2 });
    add(1, 2, 3);
    await expect(batches.add(place, 4, later())).rejects.toThrow(NoDatabaseConnection);
    void batches.add({ queue: "line", owner: "neighbour" }, 5, later());
    void batches.add(another, 6, later());
  });
});
