import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../../scripts/postgres/find-free-port.ts";

type TestRedis = { url: string | undefined; stop: () => Promise<void> };

/**
 * Provides the Redis at `url` if given, else starts the `redis-server` on PATH on a free port, without a file.
 * Where there is neither it says in one line that the tests against Redis are skipped.
 */
export async function startRedis(url: string | undefined): Promise<TestRedis> {
  if (url !== undefined && url !== "") return { url, stop: async () => {} };

  const port = await findFreePort();
  const server = spawn(
    "redis-server",
    ["--port", `${port}`, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
    { stdio: "ignore" },
  );
  let failure: Error | undefined;
  server.once("error", (error) => (failure = error));
  server.once("exit", () => (failure ??= new Error("redis-server exited")));
  while (failure === undefined && !(await accepts(port))) await sleep(20);
  if (failure !== undefined) {
    console.log(
      `Tests against Redis are skipped: REDIS_URL is not set and redis-server did not start (${failure.message}).`,
    );
    return { url: undefined, stop: async () => {} };
  }

  const endWithUs = () => void server.kill("SIGKILL");
  process.once("exit", endWithUs);
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      process.off("exit", endWithUs);
      server.kill("SIGTERM");
      if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
