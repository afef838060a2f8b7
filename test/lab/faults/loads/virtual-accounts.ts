import { setTimeout as sleep } from "node:timers/promises";
import { runSql } from "../../../helpers/database/run-sql.ts";
import { coded, type Load } from "../run.ts";

/** Percentages of payers: pay in two parts; pay twice, so that the second payment matches nothing. */
const PARTS = 15;
const AGAIN = 15;

/** Payers' bank accounts: every account exists once, and every payment settles it. */
export const load: Load = {
  name: "virtual accounts",
  share: 0.3,
  async start({ platform, client }) {
    const { merchants, bank, ownerUrl } = platform;
    const accounts = new Map<string, { collection: string; accountNumber: string }>();
    const refused: string[] = [];

    return {
      async act(random) {
        const { liveKey: key } = random.pick(merchants);
        const amount = 10_000 + Math.floor(random.between(0, 100_000));
        const body = { customerEmail: "payer@example.com", amount: { value: amount, currency: "NGN" } };
        const told = await client.send("POST", "/v1/virtual-accounts", { key, body }, random);
        if (told.status !== 201)
          return void refused.push(`an account was refused: ${told.status} ${told.error?.code}`);
        const { reference, accountNumber, collection } = told.data as {
          reference: string;
          accountNumber: string;
          collection: { reference: string };
        };
        accounts.set(reference, { collection: collection.reference, accountNumber });
        const pay = (value: number) => bank.payIn(reference, { value, currency: "NGN" }, random);
        const drawn = random.between(0, 100);
        if (drawn < PARTS) {
          pay(Math.floor(amount / 2));
          pay(amount - Math.floor(amount / 2));
        } else {
          pay(amount);
          if (drawn < PARTS + AGAIN) {
            await sleep(random.between(0, 2_000));
            pay(amount);
          }
        }
      },
      countUnfinished: async () => bank.paid.size - bank.acknowledged.size,
      async findViolations() {
        const rows = await runSql<{ reference: string; account_number: string; status: string }>(
          ownerUrl,
          `select v.reference, v.account_number, c.status
          from virtual_accounts v join collections c on c.virtual_account_id = v.id where v.environment = 'live'`,
        );
        const found = new Map(rows.map((row) => [row.reference, row]));
        const numbers = new Set<string>();
        const violations = [...refused];
        for (const [reference, { accountNumber }] of accounts) {
          const account = found.get(reference);
          if (account === undefined)
            violations.push(coded("WRITE_LOST", `${reference} was provisioned and is not there`));
          else if (account.account_number !== accountNumber)
            violations.push(`${reference} has another number than the merchant was told`);
          else if (account.status !== "succeeded")
            violations.push(`${reference} was paid and is ${account.status}`);
          if (numbers.has(accountNumber)) violations.push(`two accounts have the number ${accountNumber}`);
          numbers.add(accountNumber);
        }
        return violations;
      },
    };
  },
};
