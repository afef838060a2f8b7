import { Command } from "commander";
import { Service } from "../../../sdk/node/index.ts";
import { readDemoShopPort } from "../../config.ts";
import { forwardEvents } from "../../demo/forward-events.ts";
import { receiveWebhooks } from "../../demo/receive-webhooks.ts";
import { requireDemo } from "../../start/read-demo.ts";
import { handleEvents, until } from "./handle-events.ts";
import { decideOnCredits, refund } from "./pay-back.ts";
import { payday } from "./payday.ts";
import { playBuyers, signUpSellers } from "./play-people.ts";
import { Tables } from "./tables.ts";

new Command("demo:marketplace")
  .description(
    "Plays a marketplace as the demo merchant of npm start: buyers pay, and 50 sellers are paid in batches. " +
      "DEMO_SHOP_PORT chooses another port for its webhooks than 4010.",
  )
  .parse();

try {
  await play();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function play(): Promise<void> {
  const { baseUrl, secretKey, webhookSecret } = await requireDemo();
  const port = readDemoShopPort();
  const service = new Service(secretKey, { baseUrl });
  const tables = new Tables();
  const events = await receiveWebhooks(port, webhookSecret, handleEvents(service, tables));
  const forwarding = await forwardEvents(service, port);
  try {
    const ask = await signUpSellers(service, tables);
    await playBuyers(service, tables);
    await decideOnCredits(service, tables);
    const [first, second] = [...tables.orders.values()];
    await refund(service, tables, first!, first!.price);
    await refund(service, tables, second!, Math.floor(second!.price / 4));

    await payday(service, tables, ask);
    await until("a payout that came back", () =>
      tables.payouts.values().some(({ status }) => status === "reversed"),
    );
    // What failed or came back, where sellers have corrected their accounts.
    await payday(service, tables, ask);
  } finally {
    forwarding.stop();
    events.close();
  }
}
