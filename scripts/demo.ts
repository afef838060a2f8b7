import { randomUUID } from "node:crypto";
import { Command } from "commander";
import { z } from "zod";
import { createCallService, type CallService } from "./cli/call-service.ts";
import { formatMoney } from "./cli/format-money.ts";
import { readDemoShopPort } from "./config.ts";
import { forwardEvents, type Forwarding } from "./demo/forward-events.ts";
import { receiveWebhooks } from "./demo/receive-webhooks.ts";
import { requireDemo } from "./start/read-demo.ts";

const referred = z.object({ reference: z.string() });
const account = referred.extend({ collection: referred });
const verified = z.object({ accountName: z.string() });
const money = z.object({ value: z.int(), currency: z.string() });
const balances = z.array(z.object({ currency: z.string(), available: money, reserved: money }));

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
  const call = createCallService(baseUrl, secretKey);
  let forwarding: Forwarding | undefined;
  try {
    forwarding = await forwardEvents(port);
    const { reference: virtualAccountReference, collection } = await step(
      "Create a virtual account for ₦5,000",
      () =>
        call("POST", "/v1/virtual-accounts", account, {
          customerEmail: "payer@example.com",
          amount: { value: 500_000, currency: "NGN" },
        }),
    );
    await step("Simulate the payer's transfer", () =>
      call("POST", "/v1/sandbox/simulate/collection-success", z.unknown(), { virtualAccountReference }),
    );
    await step("Receive collection.success, with a valid signature", () =>
      events.waitFor("collection.success", collection.reference),
    );
    console.log(await step("See the balance", () => describeBalance(call)));

    const bankAccount = { bankCode: "058", accountNumber: "0123456789" };
    const { accountName } = await step("Verify a bank account", () =>
      call("POST", "/v1/banks/verify-account", verified, bankAccount),
    );
    console.log(`          the bank says: ${accountName}`);
    const payout = await step("Pay out ₦2,000 to it", () => {
      const body = {
        amount: { value: 200_000, currency: "NGN" },
        destination: { ...bankAccount, accountName },
      };
      return call("POST", "/v1/payouts", referred, body, { "idempotency-key": randomUUID() });
    });
    await step("Receive payout.succeeded, with a valid signature", () =>
      events.waitFor("payout.succeeded", payout.reference),
    );
    console.log(await step("See the balance", () => describeBalance(call)));
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

async function describeBalance(call: CallService): Promise<string> {
  const lines = (await call("GET", "/v1/balances", balances)).map(
    ({ available, reserved }) =>
      `          available ${formatMoney(available)}, reserved ${formatMoney(reserved)}`,
  );
  return lines.join("\n");
}
