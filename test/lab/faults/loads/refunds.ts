import { setTimeout as sleep } from "node:timers/promises";
import { runSql } from "../../../helpers/database/run-sql.ts";
import { destination } from "../../../helpers/records.ts";
import { openAccount } from "../open-account.ts";
import { coded, type Load } from "../run.ts";

const LOOK_AGAIN_MS = 1_000;

/**
 * Refunds of what payers paid in, each of it all, by two requests at once: one of them is accepted, the bank gets it
 * once, and nothing of a collection is refunded twice.
 */
export const load: Load = {
  name: "refunds",
  share: 0.1,
  async start({ platform, client }) {
    const { merchants, bank, ownerUrl } = platform;
    const refunds = new Map<string, { collection: string; amount: number }>();
    const violations: string[] = [];

    return {
      async act(random) {
        const { liveKey: key } = random.pick(merchants);
        const opened = await openAccount(client, key, random, violations);
        if (opened === undefined) return;
        const { account, collection, amount } = opened;
        bank.payIn(account, amount, random);
        const isPaid = async () => {
          const { data } = await client.send("GET", `/v1/collections/${collection}`, { key }, random);
          return data?.status === "succeeded";
        };
        while (!(await isPaid())) await sleep(LOOK_AGAIN_MS);

        const body = {
          collection,
          reason: "customer_request",
          destination: { ...destination, accountNumber: "2000000001" },
        };
        const send = () => client.send("POST", "/v1/refunds", { key, body }, random);
        const told = await Promise.all([send(), send()]);
        const accepted = told.filter(({ status }) => status === 201);
        for (const { data } of accepted)
          refunds.set(data.reference as string, { collection, amount: amount.value });
        if (accepted.length > 1)
          violations.push(coded("REFUNDED_TWICE", `two refunds of all of ${collection} were accepted`));
        const codes = told.flatMap(({ error }) => error?.code ?? []);
        if (accepted.length < 1 || codes.some((code) => code !== "REFUND_EXCEEDS_RECEIVED"))
          violations.push(`a refund of ${collection} was refused: ${codes.join(", ")}`);
      },
      countUnfinished: async () => {
        const [row] = await runSql<{ unfinished: string }>(
          ownerUrl,
          "select count(*) as unfinished from payouts where collection_id is not null and status in ('pending', 'processing')",
        );
        return Number(row!.unfinished);
      },
      async findViolations() {
        const rows = await runSql<{
          reference: string;
          status: string;
          refunded: string;
          is_return: boolean;
        }>(
          ownerUrl,
          `select p.reference, p.status, c.amount_refunded as refunded, p.credit_id is not null as is_return
          from payouts p join collections c on c.id = p.collection_id where p.environment = 'live'`,
        );
        const found = new Map(rows.map((row) => [row.reference, row]));
        for (const [reference, { collection, amount }] of refunds) {
          const [refund, transfer] = [found.get(reference), bank.provider.transfers.get(reference)];
          if (refund === undefined)
            violations.push(coded("WRITE_LOST", `${reference} was accepted and is not there`));
          else if (refund.status !== "succeeded" || Number(refund.refunded) !== amount)
            violations.push(`${reference} is ${refund.status}, ${refund.refunded} of ${collection} refunded`);
          if (transfer === undefined)
            violations.push(coded("NEVER_SENT", `${reference} was never sent to the bank`));
          else if (transfer.status !== "succeeded" || transfer.amount.value !== amount)
            violations.push(`${reference} is ${transfer.status} at the bank, of ${transfer.amount.value}`);
        }
        for (const [reference, { is_return: isReturn }] of found)
          if (!isReturn && !refunds.has(reference))
            violations.push(coded("UNTOLD", `nobody was told of ${reference}`));
        for (const reference of bank.provider.transfers.keys())
          if (reference.startsWith("rfd_") && !found.has(reference))
            violations.push(coded("WRITE_LOST", `the bank has ${reference}, which does not exist`));
        return violations;
      },
    };
  },
};
