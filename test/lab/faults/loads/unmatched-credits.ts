import { setTimeout as sleep } from "node:timers/promises";
import { runSql } from "../../../helpers/database/run-sql.ts";
import { destination } from "../../../helpers/records.ts";
import { openAccount } from "../open-account.ts";
import { coded, type Load } from "../run.ts";

const LOOK_AGAIN_MS = 1_000;

/** How the provider ends transfers to these accounts. */
const accounts = { fails: "2000000098", succeeds: "2000000001" };
/** The percentage of returns that fail, so that the credit waits again. */
const FAILING = 30;

/** An unmatched credit, by what the database and its books have. */
type Found = { reference: string; status: string; amount: string; accepted: string; returns: string[] };

/**
 * Payments that came twice, so that the second one is unmatched. Each is accepted and returned by several requests at
 * once, again after a return that failed, until it went one way: it is either in the balance or paid back, once.
 */
export const load: Load = {
  name: "unmatched credits",
  share: 0.1,
  async start({ platform, client }) {
    const { merchants, bank, ownerUrl } = platform;
    bank.provider.outcomes.set(accounts.fails, {
      status: "failed",
      failure: { code: "DESTINATION_UNREACHABLE", message: "The account is closed." },
    });
    const ended = new Map<string, string>();
    const violations: string[] = [];

    return {
      async act(random) {
        const { liveKey: key } = random.pick(merchants);
        const send = (method: "GET" | "POST", path: string, body?: object) =>
          client.send(method, path, { key, ...(body && { body }), idempotencyKey: false }, random);
        const opened = await openAccount(client, key, random, violations);
        if (opened === undefined) return;
        const { account, collection, amount } = opened;
        const list = `/v1/unmatched-credits?collection=${collection}`;
        bank.payIn(account, amount, random);
        bank.payIn(account, amount, random);
        let listed: { reference: string } | undefined;
        while ((listed = ((await send("GET", list)).data as (typeof listed)[])[0]) === undefined)
          await sleep(LOOK_AGAIN_MS);
        const path = `/v1/unmatched-credits/${listed.reference}`;
        for (;;) {
          // One that was accepted belongs to another collection.
          const credit = (await send("GET", path)).data as {
            reference: string;
            status: string;
            refund: string;
          };
          if (credit.status === "waiting") {
            const told = await Promise.all(
              random.between(0, 2) < 1
                ? [send("POST", `${path}/accept`, {}), send("POST", `${path}/return`)]
                : [
                    send("POST", `${path}/return`),
                    send("POST", `${path}/return`),
                    send("POST", `${path}/accept`, {}),
                  ],
            );
            if (told.filter(({ status }) => status === 200).length > 1)
              violations.push(coded("WENT_TWO_WAYS", `two requests took ${credit.reference}`));
            const codes = told.flatMap(({ error }) => error?.code ?? []);
            if (codes.some((code) => code !== "STATE_CONFLICT"))
              violations.push(`${credit.reference} was refused: ${codes.join(", ")}`);
          } else if (credit.status === "returning") {
            const accountNumber = random.between(0, 100) < FAILING ? accounts.fails : accounts.succeeds;
            const body = { destination: { ...destination, accountNumber } };
            // Nobody told us the payer's account. It conflicts once it is set.
            await send("POST", `/v1/refunds/${credit.refund}/destination`, body);
            await sleep(LOOK_AGAIN_MS);
          } else {
            return void ended.set(credit.reference, credit.status);
          }
        }
      },
      // Each operation goes on until its credit went one way.
      countUnfinished: async () => 0,
      async findViolations() {
        const rows = await runSql<Found>(
          ownerUrl,
          `select cr.reference, cr.status, cr.amount,
            (select count(*) from ledger_journals j where j.subject = cr.reference
              and j.kind in ('credit_accepted', 'credit_settled', 'credit_released')) as accepted,
            array(select p.reference from payouts p where p.credit_id = cr.id) as returns
          from credits cr where cr.environment = 'live' and cr.unmatched_reason is not null`,
        );
        const found = new Map(rows.map((row) => [row.reference, row]));
        for (const [reference, status] of ended) {
          const row = found.get(reference);
          if (row?.status !== { accepted: "settled", returned: "refunded" }[status])
            violations.push(coded("WRITE_LOST", `${reference} was ${status} and is ${row?.status}`));
        }
        const { transfers } = bank.provider;
        for (const { reference, status, amount, accepted, returns } of rows) {
          const paidBack = returns.filter((refund) => transfers.get(refund)?.status === "succeeded");
          if (Number(accepted) + paidBack.length > 1)
            violations.push(
              coded(
                "WENT_TWO_WAYS",
                `${reference} was accepted ${accepted} and paid back ${paidBack.length} times`,
              ),
            );
          if (status === "refunded" && paidBack.length === 0)
            violations.push(
              coded("NEVER_SENT", `${reference} is returned, and the bank has not paid it back`),
            );
          if (paidBack.some((refund) => transfers.get(refund)!.amount.value !== Number(amount)))
            violations.push(`${reference} was paid back with another amount`);
        }
        return violations;
      },
    };
  },
};
