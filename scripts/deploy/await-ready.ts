import { setTimeout as sleep } from "node:timers/promises";
import { Argument, Command, InvalidArgumentError } from "commander";

const [url, seconds] = new Command("await-ready")
  .description(
    "Asks a URL until it responds with 200, and exits with 1 if it does not in time. Whoever deploys waits with it for " +
      "a process's /readyz; a container's health check asks once.",
  )
  .addArgument(new Argument("<url>", "such as http://127.0.0.1:3000/readyz"))
  .addArgument(new Argument("[seconds]", "how long to ask; 0: once").argParser(wholeNumber).default(0))
  .parse().processedArgs as [string, number];

const deadline = performance.now() + seconds * 1_000;
let outcome = await ask();
while (outcome !== 200 && performance.now() < deadline) {
  await sleep(250);
  outcome = await ask();
}
if (outcome !== 200) {
  console.error(`${url}: ${outcome}`);
  process.exitCode = 1;
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
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError("must be a whole number of seconds");
  return Number(text);
}
