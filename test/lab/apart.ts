import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { nodeEnvironment } from "../helpers/platform/node-environment.ts";

/** What a program of this folder sends: its result, or the URL that it serves at. */
type Sent<Output> = { result: Output } | { error: string };

/** Runs a program of this folder in a process of its own. Rejects with its error. */
export async function runApart<Output>(program: string, input: object): Promise<Output> {
  const child = start(program, input);
  try {
    return await resultOf<Output>(program, child);
  } finally {
    child.kill("SIGKILL");
  }
}

/** Starts a server of this folder in a process of its own. */
export async function serveApart(
  program: string,
  input: object = {},
): Promise<{ url: string; stop: () => void }> {
  const child = start(program, input);
  const url = await resultOf<string>(program, child);
  return { url, stop: () => void child.kill("SIGKILL") };
}

function start(program: string, input: object): ChildProcess {
  const child = fork(new URL(`bench/load/${program}`, import.meta.url), {
    serialization: "advanced",
    env: nodeEnvironment,
  });
  child.send(input);
  return child;
}

async function resultOf<Output>(program: string, child: ChildProcess): Promise<Output> {
  const ended = new AbortController();
  const died = once(child, "exit", { signal: ended.signal }).then(([code]) => {
    throw new Error(`${program} ended with ${String(code)}`);
  });
  died.catch(() => {});
  try {
    const [sent] = (await Promise.race([once(child, "message"), died])) as [Sent<Output>];
    if ("error" in sent) throw new Error(sent.error);
    return sent.result;
  } finally {
    ended.abort();
  }
}

/** In such a process: does the work once with the input, and sends its result. */
export function respondWith<Input, Output>(work: (input: Input) => Promise<Output>): void {
  process.once("disconnect", () => process.exit(0));
  process.once("message", (input: Input) => {
    work(input).then(
      (result) => process.send!({ result }),
      (error: Error) => process.send!({ error: error.message }),
    );
  });
}
