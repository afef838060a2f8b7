import { forkProgram } from "../../fork-program.ts";

/** Runs a program of this folder, which serves `run`, in a process of its own. Rejects with its error. */
export async function runLoad<Output>(program: string, input: object): Promise<Output> {
  using load = start<Output>(program);
  return await load.call("run", input);
}

/** Starts a server of this folder in a process of its own: `run` says where it is. */
export async function serveLoad(program: string): Promise<Disposable & { url: string }> {
  const server = start<string>(program);
  return { url: await server.call("run", {}), [Symbol.dispose]: server[Symbol.dispose] };
}

function start<Output>(program: string) {
  return forkProgram<{ run: (input: object) => Promise<Output> }>(new URL(program, import.meta.url));
}
