import type { Platform } from "../platform/start-platform.ts";
import type { Load, Loaded } from "./keep-busy.ts";
import type { Posts } from "./post.ts";
import { runLoad } from "./run-load.ts";

/** As many as a busy merchant's servers would open. */
const CONNECTIONS = 64;

/** Sends payouts over HTTP, in turns to each ingress and for each of the first `merchants` merchants. */
export async function sendPayouts(
  platform: Platform,
  load: Pick<Load, "seconds" | "perSecond"> & {
    merchants?: number;
    ingresses?: number;
    what?: Posts["what"];
  },
): Promise<Loaded> {
  const { merchants = platform.keys.length, ingresses = 1, what = "payout", ...rest } = load;
  const urls = (await platform.ingresses(ingresses)).map(({ url }) => url);
  const posts: Posts = { urls, keys: platform.keys.slice(0, merchants), what, clients: CONNECTIONS, ...rest };
  return runLoad<Loaded>("post.ts", posts);
}
