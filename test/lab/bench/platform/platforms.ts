import type { Databases } from "../../platform/open-databases.ts";
import { addDonePayouts } from "./add-done-payouts.ts";
import { addWaitingPayouts } from "./add-waiting-payouts.ts";
import { startPlatform, type Platform } from "./start-platform.ts";

/** A platform's content before the first measurement. */
export type Kind =
  | "workers off"
  | "working"
  | "with webhooks"
  | "one endpoint"
  | "150,000 waiting"
  | "1,000,000 waiting"
  | "1,000,000 payouts";

export type Platforms = {
  /** The platform of a kind, created on first use. */
  get(kind: Kind): Promise<Platform>;
  /** The URL of a control's database, created on first use. */
  controlDatabase(name: string, fill: (databaseUrl: string) => Promise<unknown>): Promise<string>;
  stop(): Promise<void>;
};

/** Every platform has its own database and processes, so that one measurement's leftovers don't affect another. */
export function createPlatforms(databases: Databases): Platforms {
  const started = new Map<string, Promise<Platform>>();
  const controls = new Map<string, Promise<string>>();

  const start = async (kind: Kind): Promise<Platform> => {
    const endpoints = kind === "with webhooks" ? 200 : kind === "one endpoint" ? 1 : 0;
    const platform = await startPlatform(await databases.create(), endpoints);
    if (kind === "150,000 waiting") await addWaitingPayouts(platform, 150_000);
    if (kind === "1,000,000 waiting") await addWaitingPayouts(platform, 1_000_000);
    if (kind === "1,000,000 payouts") await addDonePayouts(platform, 1_000_000);
    return platform;
  };
  const keep = <Key, Value>(map: Map<Key, Promise<Value>>, key: Key, make: () => Promise<Value>) => {
    const made = map.get(key) ?? make();
    map.set(key, made);
    // The next round tries again.
    made.catch(() => map.delete(key));
    return made;
  };
  return {
    get: (kind) => keep(started, kind, () => start(kind)),
    controlDatabase: (name, fill) =>
      keep(controls, name, async () => {
        const url = await databases.createEmpty();
        await fill(url);
        return url;
      }),
    stop: async () => {
      for (const platform of started.values()) await (await platform).stop();
    },
  };
}
