import { setTimeout as sleep } from "node:timers/promises";
import { Argument, Command, InvalidArgumentError } from "commander";

const [url, seconds, pid] = new Command("await-ready")
  .description(
    "Asks a URL until it responds with 200, and exits with 1 if it does not in time, or the process has ended. Whoever " +
      "deploys waits with it for a process's /readyz; a container's health check asks once.",
  )
  .addArgument(new Argument("<url>", "such as http://127.0.0.1:3000/readyz"))
  .addArgument(new Argument("[seconds]", "how long to ask; 0: once").argParser(wholeNumber).default(0))
  .addArgument(
    new Argument("[pid]", "of the process; without it one that ended is awaited too").argParser(wholeNumber),
  )
  .parse().processedArgs as [string, number, number | undefined];

const deadline = performance.now() + seconds * 1_000;
let outcome = await ask();
while (outcome !== 200 && performance.now() < deadline && isAlive()) {
  await sleep(250);
  outcome = await ask();
}
if (outcome !== 200) {
  console.error(`${url}: ${outcome}`);
  process.exitCode = 1;
}

/** False once the process has ended: its unit is started again at once, and not after all the seconds. */
function isAlive(): boolean {
  try {
    return pid === undefined || process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process lives too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The status, or why there is none. A ready process responds within two seconds. */
async function ask(): Promise<number | string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(3_000) });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    const { message, cause } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}

function wholeNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError("must be a whole number");
  return Number(text);
}
