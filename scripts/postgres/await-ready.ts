import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

// Replaying the log after a crash takes a while; a server that needs longer than this needs an operator.
const READY_WITHIN_MS = 120_000;

/**
 * Waits until the server responds at `url` and has the `payments` database, which it creates if need be.
 * Raises when the server ends before that, or takes too long.
 */
export async function awaitReady(server: ChildProcess, url: string): Promise<void> {
  let failure: unknown;
  server.once("error", (error) => (failure = error));
  server.once("exit", () => (failure ??= new Error("It exited.")));
  for (const start = Date.now(); Date.now() - start < READY_WITHIN_MS; await sleep(50)) {
    if (failure !== undefined) throw failure;
    if (await ensureDatabase(url)) return;
  }
  throw new Error(`It took longer than ${READY_WITHIN_MS / 1000} s.`);
}

/** True once the server responds and has the `payments` database; false while it starts. */
async function ensureDatabase(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("create database payments").catch((error: { code?: string }) => {
      if (error.code !== "42P04") throw error; // duplicate_database
    });
    return true;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === "ECONNREFUSED" || code === "57P03") return false; // not listening yet, or recovering
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
