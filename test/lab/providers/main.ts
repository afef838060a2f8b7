import { Command } from "commander";
import { readProvidersConfig } from "../../../scripts/config.ts";
import { startProviders } from "./start-providers.ts";

new Command("providers")
  .description(
    "Plays Paystack and Monnify on this machine until Ctrl-C, for trying live mode: npm start -- --live-demo does so by " +
      "itself. PROVIDERS_PORT (4020) is where they are told what to do, and the two ports after it are theirs. They " +
      "report to the service on PORT (3000).",
  )
  .parse();

const config = readProvidersConfig();
const providers = await startProviders(config).catch((error: NodeJS.ErrnoException & { port?: number }) => {
  if (error.code !== "EADDRINUSE") throw error;
  console.error(`Port ${error.port} is already in use. Choose another one: PROVIDERS_PORT=4030`);
  process.exit(1);
});
// npm start prints this itself.
if (process.send === undefined) {
  const settings = Object.entries(providers.settings).map(([name, value]) => `  ${name}=${value}`);
  console.log(`
Paystack and Monnify are played; ${providers.controlUrl} shows what they have and takes orders. Ctrl-C ends them.
They report to ${config.serviceUrl}. The settings of a service that uses them, ingress and workers:

${settings.join("\n")}
`);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"] as const)
  process.once(signal, () => void providers[Symbol.asyncDispose]().then(() => process.exit()));
