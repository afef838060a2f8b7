import { forkProgram } from "../../fork-program.ts";

/** Runs a program of this folder, which serves `run`, in its own process. Rejects with its error. */
export async function runLoad<Output>(program: string, input: object): Promise<Output> {
  using load = start<Output>(program);
  return await load.call("run", input);
}

/** Starts a server of this folder in its own process: `run` returns its address. */
export async function serveLoad(program: string): Promise<Disposable & { url: string }> {
  const server = start<string>(program);
  return { url: await server.call("run", {}), [Symbol.dispose]: server[Symbol.dispose] };
}

function start<Output>(program: string) {
  return forkProgram<{ run: (input: object) => Promise<Output> }>(new URL(program, import.meta.url));
}
