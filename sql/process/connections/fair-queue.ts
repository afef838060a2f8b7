/** The user of a slot: one of many owners, such as a merchant, of one of few groups, such as the test environment. */
export type SlotUser = { owner: string; group: string };

export type FairQueue = {
  /**
   * Calls `start` once the user has a slot, at once or later, with the function that returns the slot. Returns a
   * function that leaves the queue, which does nothing after the start. Returns null if too many requests of this owner
   * or group are waiting.
   */
  take(user: SlotUser, start: (giveBack: () => void) => void): (() => void) | null;
  /** How many wait for a slot now. */
  waiting(): number;
};

type Waiting = SlotUser & { start: (giveBack: () => void) => void };

/** How many requests of one owner may wait. */
export const LONGEST_QUEUE = 1_000;
/** How many of one group may wait, of any owner. */
const MOST_WAITING_OF_GROUP = 4_000;

/**
 * Shares slots fairly. One owner holds at most half of them (rounded up) and one group all but one, so that a slot is
 * free, or soon free, for everybody else. Each owner's requests wait in their own queue; a free slot goes to the owner
 * that holds the fewest.
 */
export function createFairQueue(slots: number): FairQueue {
  const mostOfOwner = Math.ceil(slots / 2);
  const mostOfGroup = Math.max(1, slots - 1);
  let free = slots;
  const byOwner = new Map<string, number>();
  const byGroup = new Map<string, number>();
  const queues = new Map<string, Set<Waiting>>();
  const waitingByGroup = new Map<string, number>();

  const heldBy = (owner: string) => byOwner.get(owner) ?? 0;
  const mayStart = ({ owner, group }: SlotUser) =>
    heldBy(owner) < mostOfOwner && (byGroup.get(group) ?? 0) < mostOfGroup;

  function next(): Waiting | undefined {
    let chosen: Waiting | undefined;
    for (const queue of queues.values()) {
      const first = queue.values().next().value!;
      if (!mayStart(first)) continue;
      if (chosen === undefined || heldBy(first.owner) < heldBy(chosen.owner)) chosen = first;
    }
    return chosen;
  }

  function leave(waiting: Waiting): void {
    const queue = queues.get(waiting.owner);
    if (!queue?.delete(waiting)) return;
    count(waitingByGroup, waiting.group, -1);
    if (queue.size === 0) queues.delete(waiting.owner);
  }

  /** Moves an owner behind those that hold as few. */
  function goBehind(owner: string): void {
    const queue = queues.get(owner);
    if (queue === undefined) return;
    queues.delete(owner);
    queues.set(owner, queue);
  }

  function startNext(): void {
    while (free > 0) {
      const waiting = next();
      if (waiting === undefined) return;
      leave(waiting);
      goBehind(waiting.owner);
      free -= 1;
      count(byOwner, waiting.owner, 1);
      count(byGroup, waiting.group, 1);
      waiting.start(() => {
        free += 1;
        count(byOwner, waiting.owner, -1);
        count(byGroup, waiting.group, -1);
        startNext();
      });
    }
  }

  return {
    waiting: () => waitingByGroup.values().reduce((sum, ofGroup) => sum + ofGroup, 0),
    take(user, start) {
      const queue = queues.get(user.owner) ?? new Set();
      if (queue.size >= LONGEST_QUEUE) return null;
      if ((waitingByGroup.get(user.group) ?? 0) >= MOST_WAITING_OF_GROUP) return null;
      const waiting = { ...user, start };
      queues.set(user.owner, queue.add(waiting));
      count(waitingByGroup, user.group, 1);
      startNext();
      return () => leave(waiting);
    },
  };
}

/** Adds to a count, and forgets it at zero. */
function count(counts: Map<string, number>, name: string, change: number): void {
  const sum = (counts.get(name) ?? 0) + change;
  if (sum === 0) counts.delete(name);
  else counts.set(name, sum);
}
