import { randomUUID } from "node:crypto";
import { Command } from "commander";
import { naira, Service } from "../sdk/node/index.ts";
import { formatMoney } from "./cli/format-money.ts";
import { readDemoShopPort } from "./config.ts";
import { forwardEvents, type Forwarding } from "./demo/forward-events.ts";
import { receiveWebhooks } from "./demo/receive-webhooks.ts";
import { requireDemo } from "./start/read-demo.ts";

new Command("demo")
  .description(
    "Plays a merchant's backend against the service that npm start runs, and prints how long each step takes. " +
      "DEMO_SHOP_PORT chooses another port for its webhooks than 4010.",
  )
  .parse();

try {
  await playDemo();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function playDemo(): Promise<void> {
  const { baseUrl, secretKey, webhookSecret } = await requireDemo();
  const port = readDemoShopPort();
  const events = await receiveWebhooks(port, webhookSecret);
  const service = new Service(secretKey, { baseUrl });
  let forwarding: Forwarding | undefined;
  try {
    forwarding = await forwardEvents(service, port);
    const { reference: virtualAccountReference, collection } = await step(
      "Create a virtual account for ₦5,000",
      () => service.virtualAccounts.create({ customerEmail: "payer@example.com", amount: naira("5,000") }),
    );
    await step("Simulate the payer's transfer", () =>
      service.sandbox.simulate.collectionSuccess({ virtualAccountReference }),
    );
    await step("Receive collection.success, with a valid signature", () =>
      events.waitFor("collection.success", collection.reference),
    );
    console.log(await step("See the balance", () => describeBalance(service)));

    const destination = await step("Verify a bank account", () =>
      service.banks.verifyAccount({ bankCode: "058", accountNumber: "0123456789" }),
    );
    console.log(`          the bank says: ${destination.accountName}`);
    const payout = await step("Pay out ₦2,000 to it", () =>
      service.payouts.create({ amount: naira("2,000"), destination }, { idempotencyKey: randomUUID() }),
    );
    await step("Receive payout.succeeded, with a valid signature", () =>
      events.waitFor("payout.succeeded", payout.reference),
    );
    console.log(await step("See the balance", () => describeBalance(service)));
  } finally {
    forwarding?.stop();
    events.close();
  }
}

async function step<Result>(title: string, run: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  const result = await run();
  console.log(`${`${(performance.now() - start).toFixed(0)} ms`.padStart(8)}  ${title}`);
  return result;
}

async function describeBalance(service: Service): Promise<string> {
  const lines = (await service.balances.get()).map(
    ({ available, reserved }) =>
      `          available ${formatMoney(available)}, reserved ${formatMoney(reserved)}`,
  );
  return lines.join("\n");
}
