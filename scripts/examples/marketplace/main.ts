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
import { openBooks, reconcile } from "./reconcile.ts";
import { Tables } from "./tables.ts";

const { wrongKobo } = new Command("demo:marketplace")
  .description(
    "Plays a marketplace: buyers pay, 50 sellers are paid in batches, and its tables are reconciled with the statement " +
      "of the demo merchant of npm start. Exits with 1 if they differ. DEMO_SHOP_PORT chooses another port for its " +
      "webhooks than 4010.",
  )
  .option("--wrong-kobo", "adds a kobo to one of its orders, to see what a difference looks like")
  .parse()
  .opts<{ wrongKobo?: true }>();

try {
  const differences = await play();
  if (differences.length === 0) console.log("The books agree.");
  else throw new Error(["The books differ.", ...differences].join("\n"));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Returns the differences in the books. */
async function play(): Promise<string[]> {
  const { baseUrl, secretKey, webhookSecret } = await requireDemo();
  const port = readDemoShopPort();
  const service = new Service(secretKey, { baseUrl });
  const tables = new Tables();
  const events = await receiveWebhooks(port, webhookSecret, handleEvents(service, tables));
  const forwarding = await forwardEvents(service, port);
  try {
    const opening = await openBooks(service);
    const ask = await signUpSellers(service, tables);
    await playBuyers(service, tables);
    await decideOnCredits(service, tables);
    const [first, second, third] = [...tables.orders.values()];
    await refund(service, tables, first!, first!.price);
    await refund(service, tables, second!, Math.floor(second!.price / 4));

    await payday(service, tables, ask);
    await until("a payout that came back", () =>
      tables.payouts.values().some(({ status }) => status === "reversed"),
    );
    // What failed or came back, where sellers have corrected their accounts.
    await payday(service, tables, ask);

    if (wrongKobo) third!.received += 1;
    return await reconcile(service, tables, opening);
  } finally {
    forwarding.stop();
    events.close();
  }
}
