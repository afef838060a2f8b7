import { Argument, Command } from "commander";
import { readConfig as readIngressConfig } from "../ingress/config.ts";
import { readConfig as readWorkersConfig } from "../workers/config.ts";

const [name] = new Command("check-settings")
  .description(
    "Reads the settings in the environment as a process does when it starts, and says what is wrong with them. Starts " +
      "nothing. NODE_ENV=production has its own rules.",
  )
  .addArgument(new Argument("<process>").choices(["ingress", "workers"]))
  .parse().processedArgs as ["ingress" | "workers"];

try {
  if (name === "workers") readWorkersConfig();
  else for (const warning of readIngressConfig().warnings) console.error(warning);
  console.log(`The settings of the ${name} are right.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
