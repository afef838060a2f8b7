import type { Loaded } from "../load/keep-busy.ts";
import type { Posts } from "../load/post.ts";
import { runLoad, serveLoad } from "../load/run-load.ts";
import type { Bench, Measurement } from "../row.ts";

/** The least cost of posting webhooks: undici to a receiver in another process, 64 connections, no database. */
export const barePosts: Measurement<"per second"> = {
  title: "bare undici posting",
  measure: (bench) => measure(bench, "counterparties.ts", "webhook"),
};

/** The least cost of responding: Express reads JSON and responds with it, 64 connections. */
export const bareExpress: Measurement<"per second"> = {
  title: "bare Express responding",
  measure: (bench) => measure(bench, "express-server.ts", "payout"),
};

async function measure({ seconds }: Bench, server: string, what: Posts["what"]) {
  using serving = await serveLoad(server);
  const posts: Posts = { urls: [serving.url], keys: ["none"], what, clients: 64, seconds };
  const { perSecond } = await runLoad<Loaded>("post.ts", posts);
  return { "per second": perSecond };
}
