import { fork } from "node:child_process";
import { nodeEnvironment } from "../helpers/platform/node-environment.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- each work has an input and a result of its own
type Works = Record<string, (input: any) => Promise<unknown>>;
type Called = { call: number; name: string; input: unknown };
type Done = { call: number } & ({ result: unknown } | { error: string });

/** A program in its own process, whose work delays nobody else's. */
export type ForkedProgram<Mine extends Works> = Disposable & {
  pid: number;
  /** Runs one of its works. Rejects with its error, or if the process ends before. */
  call<Name extends keyof Mine & string>(
    name: Name,
    ...input: Parameters<Mine[Name]>
  ): Promise<Awaited<ReturnType<Mine[Name]>>>;
};

/** Starts a program that calls `serve` with these works. It ends with this process, or when disposed of. */
export function forkProgram<Mine extends Works>(program: URL): ForkedProgram<Mine> {
  const child = fork(program, { serialization: "advanced", env: nodeEnvironment });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let calls = 0;
  child.on("message", (done: Done) => {
    const { resolve, reject } = waiting.get(done.call)!;
    waiting.delete(done.call);
    if ("error" in done) reject(new Error(done.error));
    else resolve(done.result);
  });
  child.once("exit", (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${program.pathname} ended with ${code}`));
  });
  return {
    pid: child.pid!,
    call: (name, ...[input]) => {
      const call = (calls += 1);
      const done = Promise.withResolvers<unknown>();
      waiting.set(call, done);
      child.send({ call, name, input } satisfies Called);
      // oxlint-disable-next-line typescript/no-explicit-any -- the caller's type says what it is
      return done.promise as Promise<any>;
    },
    [Symbol.dispose]: () => void child.kill("SIGKILL"),
  };
}

/** In such a process: runs the works that are called. */
export function serve<Mine extends Works>(works: Mine): Mine {
  process.once("disconnect", () => process.exit(0));
  process.on("message", ({ call, name, input }: Called) => {
    works[name]!(input).then(
      (result) => process.send!({ call, result } satisfies Done),
      (error: Error) => process.send!({ call, error: error.message } satisfies Done),
    );
  });
  return works;
}
