import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Whether a program is on PATH. Where it is not, says in one line what is not tested. */
export async function hasProgram(name: string, notTested: string): Promise<boolean> {
  try {
    await run("which", [name]);
    return true;
  } catch {
    console.log(`${notTested}: there is no ${name} on PATH.`);
    return false;
  }
}
