import { Command } from "commander";
import { readDemoShopPort } from "../../config.ts";
import { requireDemo } from "../../start/read-demo.ts";
import { buildReactPage } from "./build-react-page.ts";
import { startShop } from "./start-shop.ts";

new Command("demo:shop")
  .description(
    "A small bookshop that takes payments with the checkout, to read and copy from. It acts as the demo merchant of npm " +
      "start, whose events npm run listen brings here. DEMO_SHOP_PORT chooses another port than 4010.",
  )
  .parse();

try {
  await openShop();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function openShop(): Promise<void> {
  const port = readDemoShopPort();
  const service = await requireDemo();
  const shop = await startShop({
    port,
    service,
    reactScript: await buildReactPage(),
    report: (line) => console.log(line),
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void shop.stop());
  console.log(
    `Kaduna Books is open at ${shop.url} (and, with React, at ${shop.url}/react). Ctrl-C closes it.`,
  );
}
