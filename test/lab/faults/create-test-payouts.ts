import { createDatabase } from "../../../sql/process/database.ts";
import { createApiKey } from "../../../sql/keys/api-keys.ts";
import { createFundedMerchant } from "../../helpers/records.ts";
import { runSql } from "../../helpers/database/run-sql.ts";
import { createRandom, type Random } from "../random.ts";
import { coded, type Load, type Run } from "./run.ts";
import { asOperator } from "../../helpers/as-operator.ts";

/** A payout's outcome in the sandbox, by account number. */
const outcomes = {
  "0123456789": "succeeded",
  "0000000001": "failed",
  "0000000003": "reversed",
  "0000000004": "succeeded",
} as const;
export type TestAccount = keyof typeof outcomes;
export const testAccounts = Object.keys(outcomes) as TestAccount[];

const BALANCE = 10_000_000_000n;

type Options = {
  name: string;
  share: number;
  /** The accounts to pay. */
  accounts: TestAccount[];
  /** Who pays: all merchants of the run, or one for this load only. */
  payer: "everybody" | "one of its own";
};

type Payer = { merchantId: bigint; key: string };

/** Creates a load of test payouts, which the sandbox carries out. */
export function createTestPayouts({ name, share, accounts, payer }: Options): Load {
  return {
    name,
    share,
    async start(run) {
      const { ownerUrl } = run.platform;
      const payers = payer === "everybody" ? everybody(run) : [await createPayer(ownerUrl)];
      const merchantIds = payers.map(({ merchantId }) => merchantId);
      const names = new Map<string, Promise<string>>();
      for (const account of accounts)
        names.set(account, lookUp(run, payers[0]!.key, account, createRandom(3)));
      await Promise.all(names.values());
      const accepted = new Map<string, string>();
      const refused: string[] = [];

      return {
        async act(random) {
          const { key } = random.pick(payers);
          const accountNumber = random.pick(accounts);
          const destination = { bankCode: "058", accountNumber, accountName: await names.get(accountNumber) };
          const body = { amount: { value: 100, currency: "NGN" }, destination };
          const told = await run.client.send("POST", "/v1/payouts", { key, body }, random);
          if (told.status === 201) accepted.set(told.data.reference as string, outcomes[accountNumber]);
          else refused.push(`a test payout was refused: ${told.status} ${told.error?.code}`);
        },
        countUnfinished: async () => {
          const [row] = await runSql<{ unfinished: string }>(
            ownerUrl,
            `select count(*) as unfinished from payouts
            where environment = 'test' and merchant_id = any ($1)
              and (status in ('pending', 'processing') or status = 'succeeded' and account_number = '0000000003')`,
            [merchantIds],
          );
          return Number(row!.unfinished);
        },
        async findViolations() {
          const rows = await runSql<{ reference: string; status: string; transfers: string }>(
            ownerUrl,
            `select reference, status,
              (select count(*) from sandbox_transfers t where t.reference = p.reference) as transfers
            from payouts p where environment = 'test' and merchant_id = any ($1)`,
            [merchantIds],
          );
          const found = new Map(rows.map((row) => [row.reference, row]));
          const violations = [...refused];
          for (const [reference, outcome] of accepted) {
            const payout = found.get(reference);
            if (payout === undefined)
              violations.push(coded("WRITE_LOST", `${reference} was accepted and is not there`));
            else if (payout.status !== outcome)
              violations.push(`${reference} is ${payout.status}, not ${outcome}`);
            else if (payout.transfers !== "1") violations.push(`${reference}: ${payout.transfers} transfers`);
          }
          if (found.size !== accepted.size)
            violations.push(`${found.size} of the ${name} are there, ${accepted.size} were accepted`);
          return violations;
        },
      };
    },
  };
}

function everybody({ platform }: Run): Payer[] {
  return platform.merchants.map(({ test, testKey }) => ({ merchantId: test.merchantId, key: testKey }));
}

async function createPayer(ownerUrl: string): Promise<Payer> {
  const database = await createDatabase({ url: ownerUrl, maxPoolSize: 1, applicationName: "faults" });
  const merchant = await createFundedMerchant(database, BALANCE);
  const { secretKey: key } = await createApiKey(database, { ...merchant, ...asOperator });
  await database.end();
  return { merchantId: merchant.merchantId, key };
}

/** The account holder's name. */
async function lookUp({ client }: Run, key: string, accountNumber: string, random: Random): Promise<string> {
  const asked = { key, body: { bankCode: "058", accountNumber }, idempotencyKey: false } as const;
  const told = await client.send("POST", "/v1/banks/verify-account", asked, random);
  return told.data.accountName as string;
}
