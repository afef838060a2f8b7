import { describe, expect, test } from "vitest";
import { createFairQueue } from "../../sql/process/connections/fair-queue.ts";

/** A queue whose starts are noted, each under its owner's name. */
function createNoted(slots: number) {
  const queue = createFairQueue(slots);
  const started: string[] = [];
  const running: (() => void)[] = [];
  const take = (owner: string, group = "live") =>
    queue.take({ owner, group }, (giveBack) => {
      started.push(owner);
      running.push(giveBack);
    });
  return { take, started, giveBack: (index: number) => running[index]!() };
}

describe("a fair queue", () => {
  test("lets one owner hold half of the slots, and starts another's request at once", () => {
    const { take, started } = createNoted(4);
    for (let n = 0; n < 10; n += 1) take("flood");
    expect(started).toEqual(["flood", "flood"]);
    take("other");
    expect(started).toEqual(["flood", "flood", "other"]);
  });

  test("lets a bounded number of a group wait, whoever they are of, and another group all the same", () => {
    const { take } = createNoted(2);
    const taken = Array.from({ length: 4_002 }, (_, n) => take(`stranger ${n}`, "public"));
    expect(taken.filter((leave) => leave === null)).toHaveLength(1);
    expect(take("provider", "provider")).not.toBeNull();
    // One that gives up makes room.
    taken[1]!();
    expect(take("stranger", "public")).not.toBeNull();
  });

  test("lets one group hold all slots but one", () => {
    const { take, started } = createNoted(3);
    for (const owner of ["a", "b", "c"]) take(owner, "test");
    expect(started).toEqual(["a", "b"]);
    take("d", "live");
    expect(started).toEqual(["a", "b", "d"]);
  });

  test("gives a free slot to the owner that holds the fewest, and keeps each owner's order", () => {
    const queue = createFairQueue(2);
    const started: string[] = [];
    const running: (() => void)[] = [];
    const take = (owner: string, name: string, group = owner) =>
      queue.take({ owner, group }, (giveBack) => {
        started.push(name);
        running.push(giveBack);
      });
    for (const name of ["a1", "a2", "a3"]) take("a", name);
    for (const name of ["b1", "b2"]) take("b", name);
    take("c", "c1");
    expect(started).toEqual(["a1", "b1"]);
    // b holds one; of those that hold none, the one that waits longest.
    running[0]!();
    expect(started.at(-1)).toBe("a2");
    running[1]!();
    expect(started.at(-1)).toBe("b2");
    running[2]!();
    expect(started.at(-1)).toBe("c1");
    running[4]!();
    expect(started.at(-1)).toBe("a3");
  });

  test("forgets a request that leaves, and refuses the 1,001st that waits of one owner", () => {
    const { take, started, giveBack } = createNoted(1);
    take("a");
    const leave = Array.from({ length: 1_000 }, () => take("a"));
    expect(take("a")).toBeNull();
    expect(take("b")).not.toBeNull();
    leave[0]!();
    expect(take("a")).not.toBeNull();
    for (const other of leave) other!();
    giveBack(0);
    expect(started).toEqual(["a", "a"]);
    giveBack(1);
    expect(started).toEqual(["a", "a", "b"]);
  });

  test("with one slot lets everyone have it in turn", () => {
    const { take, started, giveBack } = createNoted(1);
    for (const owner of ["a", "a", "a", "b", "b"]) take(owner);
    for (let n = 0; n < 4; n += 1) giveBack(n);
    expect(started).toEqual(["a", "a", "b", "a", "b"]);
  });
});
